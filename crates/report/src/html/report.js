// Draws the charts of the report from the data in the page. Touches no network and no storage.
(function () {
  "use strict";
  var root = document.documentElement;
  root.dataset.errors = "0";
  function trouble(what) {
    root.dataset.errors = String(Number(root.dataset.errors) + 1);
    root.dataset.trouble = String((what && (what.message || what.reason || what.violatedDirective)) || what);
    document.getElementById("chart-trouble").hidden = false;
  }
  window.addEventListener("error", trouble);
  window.addEventListener("unhandledrejection", trouble);
  document.addEventListener("securitypolicyviolation", trouble);

  var charts = JSON.parse(document.getElementById("chart-data").textContent).charts;
  var packed = document.getElementById("chart-library").textContent;
  var printing = false;

  function inflate(text) {
    var raw = atob(text);
    var bytes = new Uint8Array(raw.length);
    for (var i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
    var stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).text();
  }

  function palette() {
    var style = getComputedStyle(root);
    var get = function (name) { return style.getPropertyValue("--" + name).trim(); };
    // While a page is printed the screen's colours still apply to scripts in some browsers.
    var paper = {
      ink: "#000", soft: "#444", rule: "#ccc", sheet: "#fff", good: "#14713d", bad: "#b3261e",
      series: ["#1f6fc4", "#d2691e", "#6b4fbb", "#0f8577", "#b03a78", "#6d7a1f"]
    };
    if (printing) return paper;
    return {
      ink: get("ink"), soft: get("soft"), rule: get("rule"), sheet: get("sheet"), good: get("good"), bad: get("bad"),
      series: [get("c1"), get("c2"), get("c3"), get("c4"), get("c5"), get("c6")]
    };
  }

  // Text of the record is shown by the library as a small subset of HTML; it must stay text.
  function plain(text) {
    return String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  }

  function time(ms) {
    if (ms == null) return "";
    var short = function (v) { return String(Number(v.toPrecision(3))); };
    if (ms < 1) return short(ms * 1000) + " \u00b5s";
    return ms < 1000 ? short(ms) + " ms" : short(ms / 1000) + " s";
  }

  function times(values) {
    var low = Infinity, high = 0;
    values.forEach(function (v) { if (v > 0) { low = Math.min(low, v); high = Math.max(high, v); } });
    if (!(low < Infinity)) { low = 0.1; high = 10; }
    var ticks = [], words = [];
    var span = Math.log10(high / low);
    var steps = span < 0.7 ? [1, 1.5, 2, 3, 5, 7] : span < 1.8 ? [1, 2, 5] : [1];
    for (var e = -4; e < 6; e++) steps.forEach(function (m) {
      var v = m * Math.pow(10, e);
      if (v >= low / 3 && v <= high * 3) { ticks.push(v); words.push(time(v)); }
    });
    return { type: "log", tickvals: ticks, ticktext: words, range: [Math.log10(low / 1.5), Math.log10(high * 1.6)] };
  }

  function axis(p, more) {
    var base = { gridcolor: p.rule, zeroline: false, linecolor: p.rule, tickcolor: p.rule, automargin: true, fixedrange: false };
    Object.keys(more).forEach(function (k) { base[k] = more[k]; });
    return base;
  }

  function layout(p, more) {
    var base = {
      paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
      font: { family: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif", size: 12, color: p.soft },
      margin: { l: 8, r: 12, t: 8, b: 8 }, hovermode: "closest", dragmode: false,
      hoverlabel: { bgcolor: p.sheet, bordercolor: p.rule, font: { color: p.ink } },
      legend: { orientation: "h", x: 0, y: 1.02, yanchor: "bottom", font: { color: p.ink } },
      modebar: { bgcolor: "rgba(0,0,0,0)", color: p.soft, activecolor: p.ink },
      shapes: [], annotations: []
    };
    Object.keys(more).forEach(function (k) { base[k] = more[k]; });
    return base;
  }

  function ceilingLine(p, ceiling, yref) {
    return { type: "line", xref: "paper", x0: 0, x1: 1, yref: yref, y0: ceiling.ms, y1: ceiling.ms, line: { color: p.bad, width: 1.5, dash: "dash" } };
  }

  function ceilingWord(p, ceiling, yref) {
    return { xref: "paper", x: 0.01, xanchor: "left", yref: yref, y: Math.log10(ceiling.ms), yanchor: "bottom", showarrow: false, bgcolor: p.sheet, opacity: 0.9, text: "ceiling " + plain(ceiling.text).replace("&lt;=", "\u2264"), font: { color: p.bad } };
  }

  function load(chart, p) {
    var traces = [];
    [["p50", p.series[0]], ["p99", p.series[1]]].forEach(function (pair) {
      var key = pair[0], colour = pair[1];
      var order = chart.x.map(function (_, i) { return i; }).filter(function (i) { return chart.x[i] != null && chart[key][i] != null; })
        .sort(function (a, b) { return chart.x[a] - chart.x[b]; });
      var open = order.filter(function (i) { return chart.offered[i] != null; });
      traces.push({
        type: "scatter", mode: "lines", x: open.map(function (i) { return chart.x[i]; }), y: open.map(function (i) { return chart[key][i]; }),
        line: { color: colour, width: 1.5, shape: "linear" }, opacity: 0.55, hoverinfo: "skip", showlegend: false
      });
      traces.push({
        type: "scatter", mode: "markers", name: key,
        x: order.map(function (i) { return chart.x[i]; }), y: order.map(function (i) { return chart[key][i]; }),
        marker: {
          size: 9, color: colour, line: { color: colour, width: 1.5 },
          symbol: order.map(function (i) { return (chart.offered[i] == null ? "square" : "circle") + (chart.held[i] === true ? "" : "-open"); })
        },
        text: order.map(function (i) {
          var offered = chart.offered[i] == null ? "closed loop" : "offered " + Math.round(chart.offered[i]).toLocaleString("en") + "/s";
          var held = chart.held[i] === true ? ", held" : chart.held[i] === false ? ", not held" : "";
          return plain(chart.purpose[i]) + ": " + offered + held + "<br>done " + Math.round(chart.x[i]).toLocaleString("en") + " " + chart.unit + "<br>" + key + " " + time(chart[key][i]);
        }),
        hoverinfo: "text"
      });
    });
    var shapes = [], notes = [];
    var values = chart.p50.concat(chart.p99);
    if (chart.ceiling) {
      values = values.concat([chart.ceiling.ms]);
      shapes.push(ceilingLine(p, chart.ceiling, "y"));
      notes.push(ceilingWord(p, chart.ceiling, "y"));
    }
    var right = Math.max.apply(null, chart.x.filter(function (v) { return v != null; }).concat([chart.line ? chart.line.value : 0, 1]));
    if (chart.line && chart.line.value != null) {
      if (chart.line.low != null && chart.line.high != null) {
        right = Math.max(right, chart.line.high);
        shapes.push({ type: "rect", layer: "below", xref: "x", x0: chart.line.low, x1: chart.line.high, yref: "paper", y0: 0, y1: 1, fillcolor: p.good, opacity: 0.16, line: { width: 0 } });
      }
      shapes.push({ type: "line", xref: "x", x0: chart.line.value, x1: chart.line.value, yref: "paper", y0: 0, y1: 1, line: { color: p.good, width: 2 } });
      var left = chart.line.value > right * 0.55;
      notes.push({ xref: "x", x: chart.line.value, xanchor: left ? "right" : "left", xshift: left ? -5 : 5, yref: "paper", y: 0.02, yanchor: "bottom", showarrow: false, text: "load line " + Math.round(chart.line.value).toLocaleString("en"), font: { color: p.good } });
    }
    var y = times(values);
    y.title = { text: "latency", standoff: 12 };
    return {
      traces: traces,
      layout: layout(p, { xaxis: axis(p, { title: { text: "load done, " + chart.unit }, range: [0, right * 1.06], tickformat: ",~r" }), yaxis: axis(p, y), shapes: shapes, annotations: notes })
    };
  }

  function tail(chart, p) {
    var deepest = 0.99;
    var values = [];
    var traces = chart.series.map(function (s, n) {
      s.share.forEach(function (q) { deepest = Math.max(deepest, q); });
      values = values.concat(s.ms);
      return {
        type: "scatter", mode: "lines", name: plain(s.name), x: s.share.map(function (q) { return 1 / (1 - Math.min(q, 0.9999999)); }), y: s.ms,
        line: { color: p.series[n % p.series.length], width: 2, shape: "hv" },
        text: s.share.map(function (q, i) { return plain(s.name) + ": p" + Number((q * 100).toPrecision(7)) + " " + time(s.ms[i]); }), hoverinfo: "text"
      };
    });
    var shapes = [], notes = [];
    if (chart.ceiling) {
      values.push(chart.ceiling.ms);
      shapes.push(ceilingLine(p, chart.ceiling, "y"));
      notes.push(ceilingWord(p, chart.ceiling, "y"));
      shapes.push({ type: "line", xref: "x", x0: 1 / (1 - chart.ceiling.quantile), x1: 1 / (1 - chart.ceiling.quantile), yref: "paper", y0: 0, y1: 1, line: { color: p.soft, width: 1, dash: "dot" } });
    }
    var shares = [0, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 0.999999];
    var y = times(values);
    y.title = { text: "latency", standoff: 12 };
    return {
      traces: traces,
      layout: layout(p, {
        showlegend: true,
        xaxis: axis(p, {
          type: "log", title: { text: "share of operations that were faster" }, range: [0, Math.log10(1.3 / (1 - deepest))],
          tickvals: shares.map(function (q) { return 1 / (1 - q); }), ticktext: shares.map(function (q) { return Number((q * 100).toPrecision(8)) + " %"; })
        }),
        yaxis: axis(p, y), shapes: shapes, annotations: notes
      })
    };
  }

  function course(chart, p) {
    var traces = [], values = [], shapes = [], notes = [];
    var several = chart.series.length > 1;
    chart.series.forEach(function (s, n) {
      var name = several ? s.name + " " : "";
      var colour = p.series[(several ? 2 * n : 0) % p.series.length], other = p.series[(several ? 2 * n + 1 : 1) % p.series.length];
      var text = s.at.map(function (t, i) {
        return plain(name) + "second " + t + (s.warm[i] ? " (warm-up)" : "") + "<br>" + Math.round(s.iops[i]).toLocaleString("en") + " IOPS, " + s.mibps[i] + " MiB/s<br>p50 " + time(s.p50[i]) + ", p99 " + time(s.p99[i]) + ", max " + time(s.max[i]);
      });
      var one = function (key, label, colour, yaxis, width) {
        var y = s[key].map(function (v) { return key === "iops" || v > 0 ? v : null; });
        traces.push({ type: "scatter", mode: s.at.length < 3 ? "lines+markers" : "lines", name: plain(label), x: s.at, y: y, yaxis: yaxis, line: { color: colour, width: width }, text: text, hoverinfo: "text" });
      };
      one("iops", name + "IOPS", several ? colour : p.series[3], "y", 2);
      one("p50", name + "p50", colour, "y2", several ? 1.2 : 2);
      one("p99", name + "p99", other, "y2", 2);
      values = values.concat(s.p50, s.p99);
      var start = null;
      if (n === 0) s.warm.forEach(function (w, i) {
        if (w && start === null) start = s.at[i] - 0.5;
        if (start !== null && (!w || i === s.warm.length - 1)) {
          shapes.push({ type: "rect", layer: "below", xref: "x", x0: start, x1: s.at[i] - (w ? 0 : 0.5), yref: "paper", y0: 0, y1: 1, fillcolor: p.soft, opacity: 0.13, line: { width: 0 } });
          start = null;
        }
      });
    });
    if (chart.ceiling) { values.push(chart.ceiling.ms); shapes.push(ceilingLine(p, chart.ceiling, "y2")); notes.push(ceilingWord(p, chart.ceiling, "y2")); }
    var wide = document.getElementById(chart.id).clientWidth > 600 && !printing;
    if (chart.marks.length > 1) chart.marks.forEach(function (m, i) {
      if (i > 0) shapes.push({ type: "line", xref: "x", x0: m.at, x1: m.at, yref: "paper", y0: 0, y1: 1, line: { color: p.rule, width: 1 } });
      if (wide && chart.marks.length <= 12) notes.push({ xref: "x", x: m.at, xanchor: "left", yref: "paper", y: 1, yanchor: "bottom", showarrow: false, text: plain(m.text), font: { size: 10.5, color: p.soft } });
    });
    var y2 = times(values);
    y2.domain = [0, 0.48];
    y2.title = { text: "latency", standoff: 12 };
    return {
      traces: traces,
      layout: layout(p, {
        legend: { orientation: "h", x: 0, y: 1.08, yanchor: "bottom", font: { color: p.ink } },
        xaxis: axis(p, { title: { text: "seconds of measuring" }, anchor: "y2" }),
        yaxis: axis(p, { domain: [0.55, 1], rangemode: "tozero", title: { text: "IOPS", standoff: 12 }, tickformat: ",~r" }),
        yaxis2: axis(p, y2), shapes: shapes, annotations: notes
      })
    };
  }

  function draw(width) {
    var p = palette();
    return Promise.all(charts.map(function (chart) {
      var place = document.getElementById(chart.id);
      var made = { load: load, tail: tail, time: course }[chart.kind](chart, p);
      if (width) { made.layout.width = width; made.layout.autosize = false; }
      return Plotly.react(place, made.traces, made.layout, {
        displaylogo: false, scrollZoom: false,
        displayModeBar: window.matchMedia("(hover: hover)").matches ? "hover" : false,
        // Named one by one: the library's own choice has buttons that lead to its maker's site.
        modeBarButtons: [["toImage", "zoom2d", "pan2d", "resetScale2d"]]
      });
    }));
  }

  function done() {
    // Counted by what was drawn, not by what was asked for.
    var drawn = charts.filter(function (chart) {
      return document.getElementById(chart.id).querySelector(".main-svg .scatterlayer .trace") !== null;
    });
    root.dataset.charts = String(drawn.length);
    root.dataset.ink = palette().ink;
  }

  // A chart takes the width of its place, also after a turn of the phone.
  function follow() {
    var watch = new ResizeObserver(function (seen) {
      if (printing) return;
      seen.forEach(function (entry) { Plotly.Plots.resize(entry.target); });
    });
    charts.forEach(function (chart) { watch.observe(document.getElementById(chart.id)); });
  }

  function start(source) {
    var script = document.createElement("script");
    script.textContent = source;
    document.head.appendChild(script);
    if (!window.Plotly) { trouble("the library did not start"); return; }
    // The places take their height from this mark.
    root.dataset.charts = "0";
    var redraw = function () { draw().catch(trouble); };
    draw().then(done, trouble).then(follow);
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", function () { draw().then(done, trouble); });
    window.addEventListener("beforeprint", function () { printing = true; draw(660).catch(trouble); });
    window.addEventListener("afterprint", function () { printing = false; redraw(); });
  }

  if (!charts.length) root.dataset.charts = "0";
  else if (!packed.trim() || typeof DecompressionStream === "undefined") trouble("no library");
  else inflate(packed).then(start).catch(trouble);
})();
