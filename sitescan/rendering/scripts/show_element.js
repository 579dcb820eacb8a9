// Brings an element to the middle of the window.
(() => {
  self.unmarked[INDEX].scrollIntoView({behavior: "instant", block: "center", inline: "center"});
  return "";
})()
