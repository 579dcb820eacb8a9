// Runs before the page's own scripts, in every frame: counts the answers that the browser owes the page besides those of the
// network: of its storage, compilers and other services. The page's time doesn't stand still for them by itself.
//
// What other threads do can't be counted: a worker may wait for the network, or for a time that comes only when the page's
// time goes on, and answer by a port. Of these, only the use is noted. No service worker is started, so that the answer to
// its registration never comes, and it is only noted that one is registered.
(() => {
  const {addEventListener, removeEventListener} = EventTarget.prototype;
  const {apply} = Reflect;
  const {then} = Promise.prototype;
  const {port1, port2} = new MessageChannel();
  const {postMessage} = MessagePort.prototype;
  let asked = 0, answered = 0, registersWorker = false, usesThreads = 0;
  Object.defineProperty(self, "sitescanAnswers", {get: () => `${asked} ${answered} ${usesThreads}`});
  Object.defineProperty(self, "sitescanRegistersWorker", {get: () => registersWorker});
  // What the page does with an answer is done when this message comes.
  port1.onmessage = () => { answered++; };

  function owe() {
    asked++;
    let got = false;
    return () => {
      if (!got) apply(postMessage, port2, [0]);
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
    const got = owe();
    apply(then, promise, [got, got]);
    return promise;
  }

  function heard(target, ...events) {
    const got = owe();
    function hear() {
      for (const event of events) apply(removeEventListener, target, [event, hear]);
      got();
    }
    for (const event of events) apply(addEventListener, target, [event, hear]);
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
    [self.SubtleCrypto, "decrypt deriveBits deriveKey digest encrypt exportKey generateKey importKey sign unwrapKey verify wrapKey"],
    [self.OfflineAudioContext, "startRendering"],
    [self.BaseAudioContext, "decodeAudioData"],
    [self.MediaCapabilities, "decodingInfo encodingInfo"],
    [self.MediaDevices, "enumerateDevices"],
    [self.Permissions, "query"],
    [self.CookieStore, "delete get getAll set"],
    [self, "createImageBitmap"],
  ];
  for (const [type, names] of PROMISED) {
    for (const name of names.split(" ")) replace(type, name, promised);
  }
  for (const name of ["open", "deleteDatabase"]) {
    replace(self.IDBFactory, name, (native, factory, values) =>
      heard(apply(native, factory, values), "success", "error", "blocked"));
  }
  replace(self.IDBDatabase, "transaction", (native, database, values) =>
    heard(apply(native, database, values), "complete", "error", "abort"));
  const READ = "count get getAll getAllKeys getKey openCursor openKeyCursor";
  const REQUESTED = [
    [self.IDBObjectStore, `${READ} add clear delete put`],
    [self.IDBIndex, READ],
    [self.IDBCursor, "delete update advance continue continuePrimaryKey"],
  ];
  for (const [type, names] of REQUESTED) {
    for (const name of names.split(" ")) replace(type, name, (native, self, values) => {
      const request = apply(native, self, values);
      // A cursor has one request, which succeeds again each time it goes on.
      heard(request ?? self.request, "success", "error");
      return request;
    });
  }
  replace(self.ServiceWorkerContainer, "register", (native, container, values) => {
    registersWorker = true;
    return apply(native, container, values);
  });
  // Once a response is here as a whole, only the compiler or the cache is waited for.
  async function received(source) {
    const response = await source;
    if (response instanceof Response && !response.bodyUsed) await response.clone().arrayBuffer();
    return response;
  }
  for (const name of ["compileStreaming", "instantiateStreaming"]) {
    replace(self.WebAssembly, name, async (native, assembly, [source, ...values]) =>
      answers(apply(native, assembly, [await received(source), ...values])));
  }
  replace(self.Cache, "put", async (native, cache, [request, response, ...values]) =>
    answers(apply(native, cache, [request, await received(response), ...values])));
  for (const name of ["Worker", "SharedWorker", "BroadcastChannel", "CompressionStream", "DecompressionStream"]) {
    const Native = self[name];
    if (Native) self[name] = {[name]: class extends Native {
      constructor(...values) {
        super(...values);
        usesThreads = 1;
      }
    }}[name];
  }
  const THREADED = [
    [self.LockManager, "request"],
    [{prototype: URL}, "createObjectURL"],
    // A cache fetches and stores responses, and what it has is read from it in pieces.
    [self.Cache, "add addAll match matchAll"],
    [self.CacheStorage, "match"],
  ];
  for (const [type, names] of THREADED) {
    for (const name of names.split(" ")) replace(type, name, (native, self, values) => {
      usesThreads = 1;
      return apply(native, self, values);
    });
  }
})()
