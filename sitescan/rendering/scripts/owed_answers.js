// Runs before the page's own scripts, in every frame: counts the answers that the browser owes the page besides those of the
// network: of its storage, of WebAssembly's compiler and of workers. The page's time doesn't stand still for them by itself.
//
// What waits for the network isn't counted: the answer comes only when the page's time goes on. Messages of workers, and
// locks that the page holds while it loads something, may do so. No service worker is started, so that the answer to its
// registration never comes, and it is only noted that one is registered.
(() => {
  const {addEventListener} = EventTarget.prototype;
  const {apply} = Reflect;
  const {then} = Promise.prototype;
  const {port1, port2} = new MessageChannel();
  const {postMessage} = MessagePort.prototype;
  const ALONE = 0, MAY_NEED_NETWORK = 1;
  const asked = [0, 0], answered = [0, 0];
  let registersWorker = false;
  Object.defineProperty(self, "sitescanAnswers", {get: () => [...asked, ...answered].join(" ")});
  Object.defineProperty(self, "sitescanRegistersWorker", {get: () => registersWorker});
  // What the page does with an answer is done when this message comes.
  port1.onmessage = ({data: kind}) => { answered[kind]++; };

  function owe(kind) {
    asked[kind]++;
    let got = false;
    return () => {
      if (!got) apply(postMessage, port2, [kind]);
      got = true;
    };
  }

  // A browser, or a page that isn't secure, may not have an interface.
  function replace(type, name, called) {
    const owner = type?.prototype ?? type;
    const native = owner?.[name];
    if (typeof native === "function") owner[name] = {[name](...values) { return called(native, this, values); }}[name];
  }

  function answers(promise) {
    const got = owe(ALONE);
    apply(then, promise, [got, got]);
    return promise;
  }

  function heard(target, kind, ...events) {
    const got = owe(kind);
    for (const event of events) apply(addEventListener, target, [event, got]);
    return target;
  }

  const promised = (native, self, values) => {
    const answer = apply(native, self, values);
    return answer instanceof Promise ? answers(answer) : answer;
  };
  const PROMISED = [
    [self.CacheStorage, "delete has keys match open"],
    [self.Cache, "delete keys match matchAll"],
    [self.IDBFactory, "databases"],
    [self.LockManager, "query"],
    [self.StorageManager, "estimate getDirectory persisted"],
    [self.FileSystemHandle, "isSameEntry remove"],
    [self.FileSystemDirectoryHandle, "getDirectoryHandle getFileHandle removeEntry resolve"],
    [self.FileSystemFileHandle, "createWritable getFile"],
    [self.FileSystemWritableFileStream, "seek truncate write close"],
    [self.Blob, "arrayBuffer text"],
    [self.WebAssembly, "compile instantiate"],
  ];
  for (const [type, names] of PROMISED) {
    for (const name of names.split(" ")) replace(type, name, promised);
  }
  for (const name of ["open", "deleteDatabase"]) {
    replace(self.IDBFactory, name, (native, factory, values) =>
      heard(apply(native, factory, values), ALONE, "success", "error", "blocked"));
  }
  replace(self.IDBDatabase, "transaction", (native, database, values) =>
    heard(apply(native, database, values), ALONE, "complete", "error", "abort"));
  // Only until the lock is granted: how long it is held is up to the page.
  replace(self.LockManager, "request", (native, manager, values) => {
    const granted = values[values.length - 1];
    if (typeof granted !== "function") return apply(native, manager, values);
    const got = owe(MAY_NEED_NETWORK);
    values[values.length - 1] = function (lock) {
      got();
      return apply(granted, this, [lock]);
    };
    const held = apply(native, manager, values);
    apply(then, held, [got, got]);
    return held;
  });
  replace(self.ServiceWorkerContainer, "register", (native, container, values) => {
    registersWorker = true;
    return apply(native, container, values);
  });
  for (const name of ["compileStreaming", "instantiateStreaming"]) {
    replace(self.WebAssembly, name, async (native, assembly, [source, ...values]) => {
      const response = await source;
      // Once it is here as a whole, only the compiler is waited for.
      if (response instanceof Response && !response.bodyUsed) await response.clone().arrayBuffer();
      return answers(apply(native, assembly, [response, ...values]));
    });
  }
  if (self.Worker) {
    const {Worker: Native} = self;
    self.Worker = class Worker extends Native {
      constructor(...values) {
        super(...values);
        heard(this, MAY_NEED_NETWORK, "message", "messageerror", "error");
      }
    };
    replace(Native, "postMessage", (native, worker, values) => {
      heard(worker, MAY_NEED_NETWORK, "message", "messageerror", "error");
      return apply(native, worker, values);
    });
  }
})()
