// What pages do beyond htmx. They can be read without it.

/** Tells the console the reader's time zone, and shows the page in it. A page that answers a form stays as it is. */
const { zone: shownZone, method } = document.documentElement.dataset;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const told = (name) => document.cookie.split('; ').includes(`carryover_zone=${name}`);
if (zone !== shownZone && !told(zone)) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is only for secure contexts.
  document.cookie = `carryover_zone=${zone}; path=/; max-age=31536000; samesite=strict`;
  if (told(zone) && method === 'GET') location.reload();
}

/** Asks before a form with `data-confirm` is sent. */
document.addEventListener('submit', (event) => {
  const { confirm: question } = event.target.dataset ?? {};
  if (question !== undefined && !window.confirm(question)) event.preventDefault();
});

/** Sends only the first bytes of a file, if its form says so; a workbook is of no use without its end. */
document.addEventListener('submit', (event) => {
  const most = Number(event.target.dataset?.firstBytes ?? 0);
  if (most === 0) return;
  for (const input of event.target.querySelectorAll('input[type="file"]')) {
    const [file] = input.files;
    if (file === undefined || file.size <= most || /\.xls[xm]$/i.test(file.name)) continue;
    const first = new DataTransfer();
    first.items.add(new File([file.slice(0, most)], file.name));
    input.files = first.files;
  }
});

const DOWNLOAD_MS = 2_000;

/** A form with a token is sent once: its buttons are busy until the next page is there. A download leaves its page, which then is as new. */
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.elements.namedItem('form_token') === null) return;
  if (form.ariaBusy === 'true') return event.preventDefault();
  form.ariaBusy = 'true';
  if (event.submitter?.dataset.download === undefined) return;
  setTimeout(() => {
    form.ariaBusy = null;
    form.elements.form_token.value = crypto.getRandomValues(new Uint32Array(4)).join('-');
  }, DOWNLOAD_MS);
});
addEventListener('pageshow', () => {
  for (const form of document.forms) form.ariaBusy = null;
});

/** `/`, unless it is typed into a field, and Ctrl-K open the search for accounts. */
document.addEventListener('keydown', (event) => {
  const search = document.getElementById('find');
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  const hasCommand = ctrlKey || metaKey;
  const isSlash = key === '/' && !hasCommand && !altKey && target.closest('input, textarea, select') === null;
  const isK = key.toLowerCase() === 'k' && hasCommand && !altKey && !shiftKey;
  if (search === null || !(isSlash || isK)) return;
  event.preventDefault();
  search.showPopover();
  search.elements.q.focus();
});

/** Says whether the figures of the page are live, or since when they are not. */
const sayLive = (text) => {
  const state = document.querySelector('[data-live]');
  if (state !== null && state.querySelector('[data-ended]') === null && state.dataset.live !== text[0]) {
    state.dataset.live = text[0];
    state.textContent = text;
  }
};
const sayLost = () =>
  sayLive(
    `Lost since ${new Date().toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })}: connecting again.`,
  );
for (const event of ['htmx:sse:after:connection', 'htmx:sse:after:message'])
  document.addEventListener(event, () => sayLive('● Live'));
for (const event of ['htmx:sse:error', 'htmx:sse:close']) document.addEventListener(event, sayLost);

/** Puts the text of the named element on the clipboard. */
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (button === null) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent.trim());
  button.textContent = 'Copied';
});

const DAY_S = 86_400;
/** In the zone of the page, as the tables of the charts. */
const inZone = (options) => new Intl.DateTimeFormat(undefined, { timeZone: shownZone, ...options });
const DAY = inZone({ month: 'short', day: 'numeric' });
const MINUTE = inZone({ hour: '2-digit', minute: '2-digit' });
const SECOND = inZone({ timeStyle: 'medium' });
const MOMENT = inZone({ dateStyle: 'medium', timeStyle: 'medium' });
/** The least distance of two labels on an axis of time, for one such as `12:34:56 AM`. */
const LABEL_PX = 90;

/** Labels of an axis of time, in the reader's locale: the day below the first time of each. */
const timeLabels = (splits, step) => {
  let last = '';
  return splits.map((seconds) => {
    const day = DAY.format(seconds * 1000);
    if (step >= DAY_S) return day;
    const time = (step >= 60 ? MINUTE : SECOND).format(seconds * 1000);
    const label = day === last ? time : `${time}\n${day}`;
    last = day;
    return label;
  });
};

/** Draws the table named by `for` as a chart over time, and again when it changes. */
class TimeChart extends HTMLElement {
  #chart = null;
  #watches = [];

  connectedCallback() {
    const data = document.getElementById(this.getAttribute('for'));
    const draw = () => this.#draw(data.querySelector('table'));
    const changes = new MutationObserver(draw);
    changes.observe(data, { childList: true });
    const size = new ResizeObserver(([{ contentRect }]) =>
      this.#chart?.setSize({ width: contentRect.width, height: TimeChart.HEIGHT }),
    );
    size.observe(this);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    this.#watches = [
      () => changes.disconnect(),
      () => size.disconnect(),
      () => dark.removeEventListener('change', draw),
    ];
    draw();
  }

  disconnectedCallback() {
    for (const end of this.#watches) end();
    this.#chart?.destroy();
  }

  static HEIGHT = 220;
  /** The colours of Okabe and Ito, which colour-blind readers tell apart, and other dashes and widths besides. */
  static COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b8860b', '#7f8c96'];
  static DARK = ['#56b4e9', '#e69f00', '#2fc79a', '#e79bc4', '#f0e442', '#a9b4bd'];

  #draw(table) {
    const rows = [...table.tBodies[0].rows];
    const names = [...table.tHead.rows[0].cells].slice(1).map((cell) => cell.textContent);
    const times = rows.map((row) => Date.parse(row.querySelector('time').dateTime) / 1000);
    const values = names.map((_, at) => rows.map((row) => Number(row.cells[at + 1].querySelector('data').value)));
    this.#chart?.destroy();
    this.#chart = null;
    const canDraw = names.length > 0 && rows.length > 1;
    this.toggleAttribute('drawn', canDraw);
    if (!canDraw) return;
    const style = getComputedStyle(this);
    const axis = {
      stroke: style.color,
      grid: { stroke: style.getPropertyValue('--line'), width: 1 },
      ticks: { show: false },
    };
    const colours = matchMedia('(prefers-color-scheme: dark)').matches ? TimeChart.DARK : TimeChart.COLOURS;
    const paths = this.getAttribute('kind') === 'bars' ? uPlot.paths.stepped({ align: 1 }) : uPlot.paths.linear();
    const series = names.map((label, at) => ({
      label,
      stroke: colours[at % colours.length],
      width: 2,
      dash: at % 2 === 0 ? undefined : [8, 4],
      points: { show: false },
      paths,
    }));
    const options = {
      width: this.clientWidth,
      height: TimeChart.HEIGHT,
      padding: [null, LABEL_PX / 2, null, null],
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), shownZone),
      scales: { y: { range: (_chart, _low, high) => [0, Math.max(high, 1) * 1.05] } },
      axes: [
        { ...axis, space: LABEL_PX, values: (_chart, splits, _axis, _space, step) => timeLabels(splits, step) },
        { ...axis, size: 70, values: (_chart, splits) => splits.map((value) => value.toLocaleString()) },
      ],
      series: [
        { label: 'From', value: (_chart, seconds) => (seconds === null ? '–' : MOMENT.format(seconds * 1000)) },
        ...series,
      ],
    };
    this.#chart = new uPlot(options, [times, ...values], this);
  }
}
customElements.define('time-chart', TimeChart);
