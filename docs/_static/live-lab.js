// The lab inside a page has the theme of the site. From disk it follows the system's: browsers keep files apart there.
function themeLab(frame) {
  try {
    frame.contentDocument.documentElement.dataset.theme = document.documentElement.dataset.theme;
    frame.contentWindow.dispatchEvent(new Event("resize")); // it draws again
  } catch {
    // another origin
  }
}

document.addEventListener("DOMContentLoaded", () => {
  const frames = document.querySelectorAll(".live-lab iframe");
  for (const frame of frames) frame.addEventListener("load", () => themeLab(frame));
  new MutationObserver(() => frames.forEach(themeLab)).observe(document.documentElement, {
    attributeFilter: ["data-theme"],
  });
});
