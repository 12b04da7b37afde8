// Follows a run under way: takes what the server sends, shows it. Draws nothing by itself: the charts' script does.
(function () {
  "use strict";
  var root = document.documentElement;
  var source = new EventSource(root.dataset.events);
  root.dataset.seen = "0";
  source.addEventListener("figures", function (event) {
    var seen = JSON.parse(event.data);
    document.getElementById("link-trouble").hidden = true;
    // The server made it of text that it escaped, and the policy of the page lets no script in it run.
    document.getElementById("live").innerHTML = seen.html;
    document.dispatchEvent(new CustomEvent("plimsoll-charts", { detail: seen.charts }));
    root.dataset.seen = String(Number(root.dataset.seen) + 1);
  });
  source.addEventListener("ended", function () {
    source.close();
    document.getElementById("link-trouble").hidden = true;
    document.getElementById("ended").hidden = false;
    document.title = root.dataset.titleEnded;
    root.dataset.ended = "yes";
  });
  source.addEventListener("error", function () {
    if (source.readyState !== EventSource.CLOSED || !root.dataset.ended) document.getElementById("link-trouble").hidden = false;
  });
})();
