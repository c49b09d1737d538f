// Runs the query of the page in a worker with DuckDB, and shows its answer as a table and as CSV.
// The query is the fragment of the address. It runs when the reader presses a button: a link of a
// stranger runs nothing.

const form = document.querySelector('[data-sql]');
const part = (name) => document.querySelector(`[data-${name}]`);
const [editor, run] = ['textarea', '[type="submit"]'].map((selector) =>
  form.querySelector(selector),
);
const [stop, status, answer] = ['stop', 'status', 'answer'].map(part);
const csv = Object.assign(document.createElement('a'), {
  className: 'button',
  download: 'answer.csv',
  hidden: true,
});
csv.textContent = 'Download CSV';
stop.after(' ', csv);
const maxRows = 1000;

/**
 * The worker of DuckDB-Wasm with a connection, and its protocol: a request with a number, answered
 * by a message with this number.
 */
class Engine {
  #worker = new Worker(form.dataset.worker);
  #waiting = new Map();
  #count = 0;
  #answers = 0;
  #views = new Set();
  #connection;

  constructor() {
    this.#worker.addEventListener('message', ({ data: { requestId, type, data } }) => {
      const asked = this.#waiting.get(requestId);
      if (!asked || type === 'INSTANTIATE_PROGRESS') return;
      this.#waiting.delete(requestId);
      if (type === 'ERROR') asked.reject(new Error(data.message));
      else asked.resolve(data);
    });
    this.#worker.addEventListener('error', () => {
      for (const { reject } of this.#waiting.values())
        reject(new Error('DuckDB could not be loaded.'));
    });
    this.#connection = this.#open();
    // The next query loads it again.
    this.#connection.catch(() => {
      engine = null;
    });
  }

  #ask(type, data) {
    const messageId = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(messageId, { resolve, reject });
      this.#worker.postMessage({ messageId, type, data });
    });
  }

  async #open() {
    const wasm = new URL(form.dataset.wasm, location.href).href;
    // The worker reports nothing if it cannot read the module.
    const found = await fetch(wasm, { method: 'HEAD' }).catch(() => null);
    if (!found?.ok) throw new Error('DuckDB could not be loaded.');
    await this.#ask('INSTANTIATE', [wasm, null]);
    await this.#ask('OPEN', { filesystem: { reliableHeadRequests: true } });
    return this.#ask('CONNECT', null);
  }

  /** The answer as CSV. */
  async query(sql) {
    const connection = await this.#connection;
    const execute = (text) => this.#ask('RUN_QUERY', [connection, text]);
    const words = sql.toLowerCase().split(/\W+/);
    for (const [name, source] of views) {
      if (this.#views.has(name) || !words.includes(name.toLowerCase())) continue;
      await execute(`CREATE VIEW ${name} AS FROM ${source}`);
      this.#views.add(name);
    }
    // The name of a file whose statement failed cannot be used again.
    const file = `answer-${++this.#answers}.csv`;
    await execute(`COPY (\n${sql}\n) TO '${file}' (FORMAT CSV, HEADER)`);
    const bytes = await this.#ask('COPY_FILE_TO_BUFFER', file);
    await this.#ask('DROP_FILE', file);
    return new TextDecoder().decode(bytes);
  }

  end() {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new Error('Stopped.'));
  }
}

/** Tables by name, and `offers` of all rows. */
const views = (() => {
  const files = form.dataset.files.split(' ');
  const quote = (file) => `'${new URL(form.dataset.folder + file, location.href).href}'`;
  // DuckDB would take columns from a folder such as `provider=acme` in the address.
  const read = (names) =>
    `read_parquet([${names.map(quote).join()}], hive_partitioning = false, union_by_name = true)`;
  const named = files.map((file) => [file.replace(/^rows\/|\.parquet$/g, ''), read([file])]);
  return [...named, ['offers', read(files.filter((file) => file.startsWith('rows/')))]];
})();

let engine = null;
let isRunning = false;

async function start(sql) {
  if (isRunning || sql.trim() === '') return;
  show(true, engine ? 'Running.' : 'Loading DuckDB.');
  const begun = performance.now();
  try {
    engine ??= new Engine();
    const text = await engine.query(sql.trim().replace(/;$/, ''));
    const [head, ...rows] = readCsv(text);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const first = rows.length > maxRows ? ` The first ${maxRows} are shown.` : '';
    answer.replaceChildren(tableOf(head, rows.slice(0, maxRows)));
    URL.revokeObjectURL(csv.href);
    csv.href = URL.createObjectURL(new Blob([writeCsv([head, ...rows])], { type: 'text/csv' }));
    show(
      false,
      `${rows.length === 1 ? '1 row' : `${rows.length} rows`} in ${seconds} seconds.${first}`,
    );
  } catch (error) {
    answer.replaceChildren();
    // The query begins on the second line of the statement.
    show(
      false,
      error.message.replace(/\bLINE (\d+)/, (_, line) => `LINE ${line - 1}`),
    );
  }
}

function show(running, text) {
  isRunning = running;
  run.disabled = running;
  stop.hidden = !running;
  answer.hidden = answer.childElementCount === 0;
  csv.hidden = running || answer.hidden;
  status.textContent = text;
}

function readCsv(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n)/gy,
  )) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
}

const number = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** As exports do: no cell is a formula of a spreadsheet. Numbers stay numbers. */
function disarm(cell) {
  if (number.test(cell)) return cell;
  const inner = cell.replace(/(?<=[;\t\r\n])(?=[=+\-@＝＋－＠])/g, "'");
  return /^[;\t\r\n]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(cell) ? `'${inner}` : inner;
}

function writeCsv(rows) {
  const write = (cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => `${row.map((cell) => write(disarm(cell))).join(',')}\n`).join('');
}

/** Columns of numbers are aligned to the right. */
function tableOf(head, rows) {
  const table = Object.assign(document.createElement('table'), { className: 'data-table' });
  const classes = head.map((_, at) =>
    rows.every((row) => row[at] === '' || number.test(row[at])) ? 'num' : '',
  );
  const line = table.createTHead().insertRow();
  for (const [at, textContent] of head.entries()) {
    const th = document.createElement('th');
    line.append(Object.assign(th, { scope: 'col', textContent, className: classes[at] }));
  }
  const body = table.createTBody();
  for (const row of rows) {
    const cells = body.insertRow();
    for (const [at, textContent] of row.entries())
      Object.assign(cells.insertCell(), { textContent, className: classes[at] });
  }
  return table;
}

/** The query of the address, if there is one. */
function readAddress() {
  const sql = decode(location.hash.slice(1));
  // The frame of the page has fragments of its own.
  if (sql === '' || /^[\w-]+$/.test(sql) || sql === editor.value) return;
  editor.value = sql;
  if (!isRunning) status.textContent = 'The query is from the address. Press Run to run it.';
}

/** Runs a query, and puts it into the address. */
function ask(sql) {
  editor.value = sql;
  location.hash = `#${encodeURIComponent(sql)}`;
  void start(sql);
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  ask(editor.value);
});
for (const example of document.querySelectorAll('[data-example]'))
  example.addEventListener('click', (event) => {
    event.preventDefault();
    ask(decode(example.hash.slice(1)));
  });
editor.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
});
stop.addEventListener('click', () => {
  engine?.end();
  engine = null;
});
addEventListener('hashchange', readAddress);
run.disabled = false;
readAddress();
