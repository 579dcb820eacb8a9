// Takes the focus away.
(() => {
  self.blurAll();
  return "";
})()
