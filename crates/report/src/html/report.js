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

  var data = JSON.parse(document.getElementById("chart-data").textContent);
  var charts = data.charts, say = data.words;
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
    var inks = {
      ink: "#000", soft: "#444", rule: "#ccc", sheet: "#fff", good: "#14713d", bad: "#b3261e", unsure: "#8a5a00",
      series: ["#1f6fc4", "#b85a12", "#6b4fbb", "#0f8577", "#b03a78", "#6d7a1f"]
    };
    if (printing) return inks;
    return {
      ink: get("ink"), soft: get("soft"), rule: get("rule"), sheet: get("sheet"), good: get("good"), bad: get("bad"), unsure: get("unsure"),
      series: [get("c1"), get("c2"), get("c3"), get("c4"), get("c5"), get("c6")]
    };
  }

  // Text of the record is shown by the library as a small subset of HTML; it must stay text.
  function plain(text) {
    return String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  }

  // Numbers as the language of the page writes them.
  function digits(value) {
    return value.toLocaleString(data.language, { maximumFractionDigits: 6 });
  }

  function count(value) {
    return digits(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
  }

  function time(ms) {
    if (ms == null) return "";
    var short = function (v, unit) { return digits(Number(v.toPrecision(3))) + " " + unit; };
    if (ms < 1) return short(ms * 1000, say.us);
    return ms < 1000 ? short(ms, say.ms) : short(ms / 1000, say.s);
  }

  // How many pixels a chart's plot is wide, about: its place less the words of the vertical axis.
  function plot(chart) {
    return (printing ? paper(chart).width : document.getElementById(chart.id).clientWidth) - 90;
  }

  // The side of a mark on which its label stands, so that the chart does not cut it.
  function side(chart, label, value, start, right, usual) {
    var room = plot(chart), at = (value - start) / (right * 1.06 - start) * room, wide = label.length * 8;
    var before = usual === "center" ? wide / 2 : wide, after = usual === "center" ? wide / 2 : 0;
    return at + after > room ? "right" : at - before < 0 ? "left" : usual;
  }

  // Paper has one width; the look has the same numbers for the places.
  function paper(chart) {
    var wide = document.getElementById(chart.id).closest("figure").matches(".time, .tail:first-child, .wide");
    if (chart.rows) return { width: 664, height: 22 * chart.rows + 70 };
    return wide ? { width: 664, height: 320 } : { width: 318, height: 270 };
  }

  // Words along an axis that do not run into one another, by about 7 pixels a letter.
  function apart(words, at, room) {
    var end = -Infinity;
    return words.map(function (word, i) {
      var half = word.length * 3.5;
      if (at[i] - half < end + 6 || at[i] - half > room) return "";
      end = at[i] + half;
      return word;
    });
  }

  function times(values, most) {
    var low = Infinity, high = 0;
    values.forEach(function (v) { if (v > 0) { low = Math.min(low, v); high = Math.max(high, v); } });
    if (!(low < Infinity)) { low = 0.1; high = 10; }
    var ticks = [], words = [];
    var span = Math.log10(high / low);
    var steps = span < 0.7 ? [1, 1.5, 2, 3, 5, 7] : span < most ? [1, 2, 5] : [1];
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
      legend: { orientation: "h", x: 0, y: printing ? 1.16 : 1.09, yanchor: "bottom", font: { color: p.ink } },
      modebar: { bgcolor: "rgba(0,0,0,0)", color: p.soft, activecolor: p.ink },
      shapes: [], annotations: [], separators: { en: ".,", ru: ",\u00a0", de: ",." }[data.language]
    };
    Object.keys(more).forEach(function (k) { base[k] = more[k]; });
    return base;
  }

  function latencyLimitLine(p, limit, yref) {
    return { type: "line", xref: "paper", x0: 0, x1: 1, yref: yref, y0: limit.ms, y1: limit.ms, line: { color: p.bad, width: 1.5, dash: "dash" } };
  }

  function latencyLimitWord(p, limit, yref) {
    return { xref: "paper", x: 0.01, xanchor: "left", yref: yref, y: Math.log10(limit.ms), yanchor: "bottom", showarrow: false, bgcolor: p.sheet, opacity: 0.9, text: say.limit + " " + plain(limit.text).replace("&lt;=", "\u2264"), font: { color: p.bad } };
  }

  function load(chart, p) {
    var traces = [];
    var shared = chart.shared.some(function (s) { return s; });
    var kinds = shared ? [[false, ", " + say.ownFlush], [true, ", " + say.sharedFlushes]] : [[false, ""]];
    var series = [];
    kinds.forEach(function (kind, k) {
      series.push(["p50", p.series[2 * k], "p50" + kind[1], kind[0]], ["high", p.series[2 * k + 1], chart.high_name + kind[1], kind[0]]);
    });
    series.forEach(function (one) {
      var key = one[0], colour = one[1], name = one[2];
      var order = chart.x.map(function (_, i) { return i; }).filter(function (i) { return chart.shared[i] === one[3] && chart.x[i] != null && chart[key][i] != null; })
        .sort(function (a, b) { return chart.x[a] - chart.x[b]; });
      var open = order.filter(function (i) { return chart.offered[i] != null; });
      traces.push({
        type: "scatter", mode: "lines", x: open.map(function (i) { return chart.x[i]; }), y: open.map(function (i) { return chart[key][i]; }),
        line: { color: colour, width: 1.5, shape: "linear", dash: one[3] ? "dot" : "solid" }, opacity: 0.55, hoverinfo: "skip", showlegend: false
      });
      traces.push({
        type: "scatter", mode: "markers", name: name,
        x: order.map(function (i) { return chart.x[i]; }), y: order.map(function (i) { return chart[key][i]; }),
        marker: {
          size: 9, color: colour, line: { color: colour, width: 1.5 },
          symbol: order.map(function (i) { return (chart.offered[i] == null ? "square" : "circle") + (chart.held[i] === true ? "" : "-open"); })
        },
        text: order.map(function (i) {
          var offered = chart.offered[i] == null ? say.closedLoop : say.offered + " " + digits(Math.round(chart.offered[i])) + "/" + say.s;
          var held = chart.held[i] === true ? ", " + say.held : chart.held[i] === false ? ", " + say.notHeld : "";
          return plain(chart.purpose[i]) + ": " + offered + held + "<br>" + say.done + " " + count(chart.x[i]) + " " + chart.unit + "<br>" + name + " " + time(chart[key][i]);
        }),
        hoverinfo: "text"
      });
    });
    var shapes = [], notes = [];
    var values = chart.p50.concat(chart.high);
    if (chart.latency_limit) {
      values = values.concat([chart.latency_limit.ms]);
      shapes.push(latencyLimitLine(p, chart.latency_limit, "y"));
      notes.push(latencyLimitWord(p, chart.latency_limit, "y"));
    }
    var loads = chart.x.filter(function (v) { return v > 0; }).concat(chart.line && chart.line.value > 0 ? [chart.line.value] : [], chart.required > 0 ? [chart.required] : []);
    var right = Math.max.apply(null, loads.length ? loads : [1]);
    var lowest = Math.min.apply(null, loads.length ? loads : [0]);
    // Trials that all lie at the far end get the room; else the axis starts at nothing.
    var start = loads.length > 3 && lowest > right * 0.45 ? Math.max(0, lowest - 0.6 * (right - lowest)) : 0;
    // Vertical lines at rates: the name of each stands at its own height, so that names of near rates do not cover each other.
    function rateLine(value, name, colour, dash, height, otherwise) {
      if (value == null) return;
      right = Math.max(right, value);
      shapes.push({ type: "line", xref: "x", x0: value, x1: value, yref: "paper", y0: 0, y1: 1, line: { color: colour, width: 2, dash: dash } });
      var text = name + " " + count(value);
      notes.push({ xref: "x", x: value, xanchor: side(chart, text, value, start, right, otherwise), yref: "paper", y: height, yanchor: "bottom", showarrow: false, text: dash === "solid" ? "<b>" + text + "</b>" : text, font: { color: colour } });
    }
    if (chart.line && chart.line.low != null && chart.line.high != null) {
      right = Math.max(right, chart.line.high);
      shapes.push({ type: "rect", layer: "below", xref: "x", x0: chart.line.low, x1: chart.line.high, yref: "paper", y0: 0, y1: 1, fillcolor: p.good, opacity: 0.16, line: { width: 0 } });
    }
    right = Math.max(right, chart.shared_line || 0);
    rateLine(chart.line && chart.line.value, say.loadLine, p.good, "solid", 1, "center");
    rateLine(chart.shared_line, say.sharedFlushes, p.series[3], "dot", 0.94, "right");
    rateLine(chart.required, say.required, p.ink, "dash", 0.88, "right");
    var y = times(values, 2.4);
    y.title = { text: say.latency, standoff: 12 };
    return {
      traces: traces,
      layout: layout(p, { xaxis: axis(p, { title: { text: say.loadDone + ", " + chart.unit }, range: [start, right + (right - start) * 0.06], nticks: Math.max(4, Math.floor(plot(chart) / 60)), tickangle: 0, tickformat: right < 10 ? "" : ",~r" }), yaxis: axis(p, y), shapes: shapes, annotations: notes })
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
    if (chart.latency_limit) {
      values.push(chart.latency_limit.ms);
      shapes.push(latencyLimitLine(p, chart.latency_limit, "y"));
      notes.push(latencyLimitWord(p, chart.latency_limit, "y"));
      shapes.push({ type: "line", xref: "x", x0: 1 / (1 - chart.latency_limit.quantile), x1: 1 / (1 - chart.latency_limit.quantile), yref: "paper", y0: 0, y1: 1, line: { color: p.soft, width: 1, dash: "dot" } });
    }
    var shares = [0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 0.999999];
    var decades = Math.log10(1.3 / (1 - deepest)), room = plot(chart);
    var words = shares.map(function (q) { return digits(Number((q * 100).toPrecision(8))) + " %"; });
    var y = times(values, 2.4);
    y.title = { text: say.latency, standoff: 12 };
    return {
      traces: traces,
      layout: layout(p, {
        showlegend: true,
        xaxis: axis(p, {
          type: "log", title: { text: say.faster }, range: [0, decades], tickangle: 0,
          tickvals: shares.map(function (q) { return 1 / (1 - q); }),
          ticktext: apart(words, shares.map(function (q) { return -Math.log10(1 - q) / decades * room; }), room)
        }),
        yaxis: axis(p, y), shapes: shapes, annotations: notes
      })
    };
  }

  function course(chart, p) {
    // A page of a run under way shows its newest part.
    var from = chart.from || 0;
    var traces = [], values = [], shapes = [], notes = [], end = from + 1;
    var several = chart.series.length > 1;
    var rate = chart.mibps ? "mibps" : "iops", unit = say[rate];
    chart.series.forEach(function (s, n) {
      var colour = p.series[n % p.series.length];
      var text = s.at.map(function (t, i) {
        return (several ? plain(s.name) + ", " : "") + say.second + " " + digits(t) + (s.warm[i] ? " (" + say.warmUp + ")" : "") + "<br>" + count(s.iops[i]) + " " + say.iops + ", " + digits(s.mibps[i]) + " " + say.mibps + "<br>p50 " + time(s.p50[i]) + ", p99 " + time(s.p99[i]) + ", " + say.max + " " + time(s.max[i]);
      });
      var one = function (key, colour, yaxis, dash) {
        var y = s[key].map(function (v) { return key === rate || v > 0 ? v : null; });
        traces.push({
          type: "scatter", mode: s.at.length < 3 ? "lines+markers" : "lines", x: s.at, y: y, yaxis: yaxis, text: text, hoverinfo: "text",
          name: several ? plain(s.name) : key === rate ? unit : key, legendgroup: several ? String(n) : key, showlegend: !several || key === rate,
          line: { color: colour, width: dash === "dot" ? 1.5 : 2, dash: dash }
        });
      };
      // One stream: a colour for each number. Several: a colour for each stream.
      one(rate, several ? colour : p.series[3], "y", "solid");
      one("p50", several ? colour : p.series[0], "y2", several ? "dot" : "solid");
      one("p99", several ? colour : p.series[1], "y2", "solid");
      values = values.concat(s.p50, s.p99);
      end = Math.max(end, s.at[s.at.length - 1] || 0);
      if (n === 0) warm(s, p, shapes);
    });
    if (chart.latency_limit) { values.push(chart.latency_limit.ms); shapes.push(latencyLimitLine(p, chart.latency_limit, "y2")); notes.push(latencyLimitWord(p, chart.latency_limit, "y2")); }
    marks(chart, p, from, end, shapes, notes);
    var y2 = times(values, 1.8);
    y2.domain = [0, 0.48];
    y2.title = { text: say.latency, standoff: 12 };
    return {
      traces: traces,
      layout: layout(p, {
        showlegend: true,
        xaxis: axis(p, { title: { text: say.seconds }, anchor: "y2", range: [from, end + (end - from) * 0.005], tickangle: 0 }),
        yaxis: axis(p, { domain: [0.55, 1], rangemode: "tozero", title: { text: unit, standoff: 12 }, tickformat: ",~r" }),
        yaxis2: axis(p, y2), shapes: shapes, annotations: notes
      })
    };
  }

  // Marks with intervals, lines and bars, as the page names them; a colour is a word or the number of a series.
  function marksAndLines(chart, p) {
    var tone = function (t) { return p[t] || p.series[Number(t) % p.series.length]; };
    var bars = false, shapes = [], notes = [];
    var traces = chart.series.map(function (s) {
      var marks = s.mode.indexOf("markers") >= 0;
      if (s.mode === "bars") bars = true;
      var trace = {
        type: s.mode === "bars" ? "bar" : "scatter", x: s.x, y: s.y, name: brief(s.name), showlegend: s.legend,
        hoverinfo: s.hover.length ? "text" : "skip", hovertext: s.hover.map(function (t) { return plain(t).replace(/\n/g, "<br>"); }),
        line: { color: tone(s.tone), width: 2, dash: s.dash },
        marker: { color: s.tones.length ? s.tones.map(tone) : tone(s.tone), size: 9, symbol: s.tones.map(function (t) { return t === "bad" ? "x" : "circle"; }) }
      };
      if (s.mode !== "bars") trace.mode = s.mode;
      if (s.labels.length) notes = notes.concat(names(chart, s, p));
      if (s.mode === "bars") { trace.marker = { color: tone(s.tone) }; trace.textposition = "none"; }
      if (s.less.some(function (v) { return v > 0; })) {
        trace[s.level ? "error_x" : "error_y"] = { type: "data", symmetric: false, array: s.more, arrayminus: s.less, color: marks ? tone(s.tone) : p.ink, thickness: 1.4, width: 4 };
      }
      return trace;
    });
    chart.lines.forEach(function (line) {
      var up = line.x != null, at = up ? line.x : line.y, colour = tone(line.tone);
      if (at != null) shapes.push(up
        ? { type: "line", xref: "x", x0: at, x1: at, yref: "paper", y0: 0, y1: 1, line: { color: colour, width: 1.5, dash: "dash" } }
        : { type: "line", yref: "y", y0: at, y1: at, xref: "paper", x0: 0, x1: 1, line: { color: colour, width: 1.5, dash: "dash" } });
      if (line.low != null) shapes.push({ type: "rect", layer: "below", xref: "x", x0: line.low, x1: line.high, yref: "paper", y0: 0, y1: 1, fillcolor: colour, opacity: 0.16, line: { width: 0 } });
      if (line.word) notes.push(up
        ? { xref: "x", x: at, xanchor: at > middle(chart) ? "right" : "left", yref: "paper", y: 0, yanchor: "bottom", showarrow: false, text: "\u00a0" + plain(line.word) + "\u00a0", font: { size: 12, color: colour } }
        : { xref: "paper", x: 0.01, xanchor: "left", yref: "y", y: at, yanchor: "bottom", showarrow: false, text: plain(line.word), font: { size: 12, color: colour } });
    });
    return {
      traces: traces,
      layout: layout(p, {
        showlegend: chart.series.some(function (s) { return s.legend; }), barmode: bars ? "group" : undefined,
        xaxis: plotAxis(p, chart, "x"), yaxis: plotAxis(p, chart, "y"), shapes: shapes, annotations: notes
      })
    };
  }

  // A name as long as a chart has room for; it is whole in the table.
  function brief(name) {
    return plain(name.length > 24 ? name.slice(0, 22) + "\u2026" : name);
  }

  // From a value to pixels of the plot's inside, about, as `plotAxis` has it.
  function scale(chart, key, room) {
    var of = chart[key], all = [];
    chart.series.forEach(function (s) { all = all.concat(s[key].filter(function (v) { return v != null; })); });
    var log = of.times || of.log, put = function (v) { return log ? Math.log10(v) : v; };
    var range = of.times ? times(all, 2.4).range : [of.zero ? 0 : put(Math.min.apply(null, all)), put(Math.max.apply(null, all)) * (log ? 1 : 1.06)];
    return function (v) { return (put(v) - range[0]) / (range[1] - range[0] || 1) * room; };
  }

  // Names beside marks: where neither a mark nor another name is, else further above with a line to the mark. Those of
  // a line stand above it, others towards the middle, where there is room on a narrow screen.
  function names(chart, s, p) {
    var room = plot(chart), tall = (printing ? paper(chart).height : document.getElementById(chart.id).clientHeight) - 110;
    var x = scale(chart, "x", room), y = scale(chart, "y", tall), taken = [];
    chart.series.forEach(function (one) {
      if (one.mode !== "lines") one.x.forEach(function (v, i) { taken.push([x(v) - 5, x(v) + 5, y(one.y[i]) - 5, y(one.y[i]) + 5]); });
    });
    chart.lines.forEach(function (line) { if (line.x != null) taken.push([x(line.x) - 2, x(line.x) + 2, -Infinity, Infinity]); });
    var free = function (b) {
      return b[0] > -30 && b[1] < room + 14 && b[2] > -2 && taken.every(function (t) { return b[1] <= t[0] || b[0] >= t[1] || b[3] <= t[2] || b[2] >= t[3]; });
    };
    return s.labels.map(function (word, i) {
      var at = [x(s.x[i]), y(s.y[i])], wide = brief(word).length * 6.2 + 2, middle = at[0] > room / 2;
      // Where the middle of a name is from its mark.
      var left = [-8 - wide / 2, 0], right = [8 + wide / 2, 0], above = [0, 13];
      var ways = s.mode === "markers" ? (middle ? [left, right, above] : [right, left, above]) : [above, left, right];
      [20, 34, 48, 62].forEach(function (up) { ways.push([-wide / 2, up], [wide / 2, up]); });
      var box = function (w) { return [at[0] + w[0] - wide / 2, at[0] + w[0] + wide / 2, at[1] + w[1] - 7, at[1] + w[1] + 7]; };
      var way = ways.filter(function (w) { return free(box(w)); })[0] || ways[0];
      taken.push(box(way));
      var value = function (key, v) { return chart[key].times || chart[key].log ? Math.log10(v) : v; };
      return {
        xref: "x", yref: "y", x: value("x", s.x[i]), y: value("y", s.y[i]), text: brief(word), font: { size: 11, color: p.soft },
        xanchor: "center", yanchor: "middle", showarrow: way[1] > 13, arrowhead: 0, arrowwidth: 1, arrowcolor: p.soft, standoff: 5,
        ax: way[0], ay: -way[1], xshift: way[1] > 13 ? 0 : way[0], yshift: way[1] > 13 ? 0 : way[1]
      };
    });
  }

  // The middle of the horizontal axis: of the numbers from zero, or of the dates.
  function middle(chart) {
    var first = chart.x.dates ? chart.series.reduce(function (least, s) { return Math.min.apply(null, s.x.concat(least)); }, Infinity) : 0;
    return (first + widest(chart, "x")) / 2;
  }

  function widest(chart, key) {
    return chart.series.reduce(function (most, s) { return s[key].reduce(function (m, v) { return Math.max(m, v || 0); }, most); }, 0);
  }

  // An axis of numbers from zero or not, of times, or of names.
  function plotAxis(p, chart, key) {
    var of = chart[key], more = { title: { text: of.title, standoff: 12 } };
    if (of.names.length) {
      more.tickvals = of.names.map(function (_, i) { return i; });
      more.ticktext = of.names.map(brief);
      more.range = [-0.6, of.names.length - 0.4];
      // Words that end under their place lean to where there is room; the library leaves out what leans over an edge.
      more.tickangle = key === "x" && of.names.join("").length * 8 > plot(chart) ? -40 : 0;
      more.ticklabeloverflow = "allow";
      if (key === "y") more.fixedrange = true;
    } else if (of.dates) {
      more.type = "date";
      more.nticks = Math.max(3, Math.floor(plot(chart) / 100));
      more.tickangle = 0;
      // One moment has a day around it, not microseconds.
      var all = [];
      chart.series.forEach(function (s) { all = all.concat(s[key]); });
      var first = Math.min.apply(null, all), last = Math.max.apply(null, all), day = 86400000;
      if (last === first) more.range = [first - day / 2, last + day / 2];
    } else if (of.times) {
      var ms = [];
      chart.series.forEach(function (s) { ms = ms.concat(s[key]); });
      more = times(ms, 2.4);
      more.title = { text: of.title, standoff: 12 };
    } else {
      if (of.zero) more.rangemode = "tozero";
      if (of.log) more.type = "log";
      more.tickformat = ",~r";
    }
    return axis(p, more);
  }

  // Grey under the intervals that do not count; a point stands in the middle of its interval.
  function warm(s, p, shapes) {
    var start = null;
    s.warm.forEach(function (w, i) {
      var half = Math.min(i > 0 ? (s.at[i] - s.at[i - 1]) / 2 : s.at[i], 0.5);
      if (w && start === null) start = Math.max(0, s.at[i] - half);
      if (start !== null && (!w || i === s.warm.length - 1)) {
        shapes.push({ type: "rect", layer: "below", xref: "x", x0: start, x1: s.at[i] + (w ? half : -half), yref: "paper", y0: 0, y1: 1, fillcolor: p.soft, opacity: 0.13, line: { width: 0 } });
        start = null;
      }
    });
  }

  // Where a trial begins; its words where there is room for them.
  function marks(chart, p, from, end, shapes, notes) {
    if (chart.marks.length < 2) return;
    var room = plot(chart), taken = -Infinity;
    chart.marks.forEach(function (m, i) {
      if (i > 0) shapes.push({ type: "line", xref: "x", x0: m.at, x1: m.at, yref: "paper", y0: 0, y1: 1, line: { color: p.rule, width: 1 } });
      // Cyrillic letters are wider.
      var at = Math.max(m.at, from), left = (at - from) / (end - from) * room, wide = m.text.length * (data.language === "ru" ? 7 : 6);
      if (left < taken + 8 || left + wide > room + 10) return;
      taken = left + wide;
      notes.push({ xref: "x", x: at, xanchor: "left", yref: "paper", y: 1, yanchor: "bottom", showarrow: false, text: plain(m.text), font: { size: 11, color: p.soft } });
    });
  }

  function draw() {
    var p = palette();
    return Promise.all(charts.map(function (chart) {
      var place = document.getElementById(chart.id);
      var made = { load: load, tail: tail, time: course, plot: marksAndLines }[chart.kind](chart, p);
      if (printing) { made.layout.width = paper(chart).width; made.layout.height = paper(chart).height; made.layout.autosize = false; }
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
      return document.getElementById(chart.id).querySelector(".main-svg .scatterlayer .trace, .main-svg .barlayer .trace") !== null;
    });
    root.dataset.charts = String(drawn.length);
    root.dataset.ink = palette().ink;
  }

  // A chart takes the width of its place, also after a turn of the phone; its words are set anew for it once that has come
  // to rest.
  function follow() {
    var widths = new Map(), rest;
    var watch = new ResizeObserver(function (seen) {
      if (printing) return;
      seen.forEach(function (entry) {
        var before = widths.get(entry.target), now = entry.contentRect.width;
        widths.set(entry.target, now);
        if (before === undefined || before === now) return;
        Plotly.Plots.resize(entry.target);
        clearTimeout(rest);
        rest = setTimeout(function () { if (!printing) draw().then(done, trouble); }, 150);
      });
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
    draw().then(done, trouble).then(follow);
    // A page of a run under way gets new numbers for the same places.
    document.addEventListener("plimsoll-charts", function (event) { charts = event.detail; draw().then(done, trouble); });
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", function () { draw().then(done, trouble); });
    window.addEventListener("beforeprint", function () { printing = true; draw().then(done, trouble); });
    window.addEventListener("afterprint", function () {
      printing = false;
      draw().then(done, trouble).then(function () { charts.forEach(function (chart) { Plotly.Plots.resize(document.getElementById(chart.id)); }); });
    });
  }

  if (!charts.length) root.dataset.charts = "0";
  else if (!packed.trim() || typeof DecompressionStream === "undefined") trouble("no library");
  else inflate(packed).then(start).catch(trouble);
})();
