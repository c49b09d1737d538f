/** One-line mistakes that the tests must catch: in query building, filters, parameters, paging, numbers, checks, publishing. */

export interface Mutation {
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly from: string;
  readonly to: string;
}

/** With the tests that are to catch them. */
export interface Mutations {
  readonly tests: readonly string[];
  readonly mutations: readonly Mutation[];
}

function inFile(file: string, ...pairs: readonly (readonly [string, string])[]): Mutation[] {
  return pairs.map(([from, to]) => ({ file, from, to }));
}

export const table: readonly Mutations[] = [
  {
    tests: ['test/service/query/sql.product.test.ts'],
    mutations: [
      // biome-ignore-start lint/suspicious/noTemplateCurlyInString: parts of source text
      ...inFile(
        'service/query/sql.ts',
        ["desc ? 'DESC' : 'ASC'", "desc ? 'ASC' : 'DESC'"],
        [' NULLS LAST`', '`'],
        [' NULLS LAST`', ' NULLS FIRST`'],
        [", '_id']", ']'],
        ['sortingNumber(column)', 'key'],
        ['::INTEGER) = 1', '::INTEGER) = 0'],
        ["named.join(' AND ')", "named.join(' OR ')"],
        ["AND ')}) DESC", "AND ')}) ASC"],
        ['THEN 0 ELSE', 'THEN 1 ELSE'],
      ),
      // biome-ignore-end lint/suspicious/noTemplateCurlyInString: parts of source text
    ],
  },
  {
    tests: ['test/service/snapshot/texts/row-parts.test.ts'],
    mutations: inFile(
      'service/snapshot/texts/row-parts.ts',
      ['push(texts.join(cellSeparator))', "push(texts.join(''))"],
      ['return texts.join(cellSeparator)', "return texts.join('')"],
      ['isOpen = !isAlone', 'isOpen = true'],
      ['(end) => id < end', '(end) => id <= end'],
    ),
  },
  {
    tests: ['test/service/query/filters.test.ts', 'test/service/query/mutants.test.ts'],
    mutations: [
      // biome-ignore-start lint/suspicious/noTemplateCurlyInString: parts of source text
      ...inFile('model/sets.ts', ['const maxFilters = 20', 'const maxFilters = 21']),
      ...inFile(
        'service/query/filters/index.ts',
        ['list.length > max', 'list.length >= max'],
        ['if (value.length === 0) throw', 'if (value.length < 0) throw'],
        ['filter(({ filter }) => filter !== null)', 'filter(() => true)'],
      ),
      ...inFile(
        'service/query/filters/any-of.ts',
        ["values.some((value) => value.trim() === '')", "values.some((value) => value === '')"],
        ['values.map(toLowercase))', '[...values])'],
        ['list_has_any(', 'list_has_all('],
      ),
      ...inFile('service/query/filters/flag.ts', ["['0', false]", "['0', true]"], ["['no', false]", "['no', true]"]),
      ...inFile(
        'service/query/filters/range.ts',
        ['values.length > most', 'values.length > 9'],
        ['min > max', 'min >= max'],
        ['min > max', 'min < max'],
        [' && Number.isFinite(Number(text))', ''],
        ["if (text === '') return null", "if (text === '') return 0"],
        ['${high} >= ', '${high} > '],
        ['${low} <= ', '${low} < '],
        ['${high} >= ', '${low} >= '],
        ['${low} <= ', '${high} <= '],
        ['(${high} = 0 OR ', '(false OR '],
      ),
      // biome-ignore-end lint/suspicious/noTemplateCurlyInString: parts of source text
    ],
  },
  {
    tests: [
      'test/service/api/rows/rows-filters.product.test.ts',
      'test/service/interface/prices.product.test.ts',
      'test/service/snapshot/texts/price-groups.test.ts',
    ],
    mutations: [
      // biome-ignore-start lint/suspicious/noTemplateCurlyInString: parts of source text
      ...inFile(
        'service/query/filters/range.ts',
        ['filter.group ?? main', 'main'],
        ['wanted >= 0 && numbers[part] === wanted', 'true'],
      ),
      ...inFile('service/query/sql.ts', [' ASC NULLS LAST, ${inOrder}', ' DESC NULLS LAST, ${inOrder}']),
      ...inFile(
        'service/snapshot/texts/price-groups.ts',
        ['group.count > main.count', 'group.count < main.count'],
        ['b.count - a.count', 'a.count - b.count'],
        ['id === firstGroup ? 0', 'id === firstGroup ? 1'],
        ['currency === null ? 2 : 1', 'currency === null ? 1 : 2'],
        ['WHEN ${max} = 0 THEN', 'WHEN ${min} = 0 THEN'],
      ),
      ...inFile(
        'service/query/comparisons.ts',
        ['all - (paid.get(compared) ?? 0)', 'all'],
        ['found.ignoring(id)', 'found.ids'],
      ),
      // biome-ignore-end lint/suspicious/noTemplateCurlyInString: parts of source text
    ],
  },
  {
    tests: ['test/service/query/params.test.ts', 'test/service/query/mutants.test.ts'],
    mutations: [
      ...inFile('model/sets.ts', ['const maxSorts = 3', 'const maxSorts = 4']),
      ...inFile(
        'service/query/params.ts',
        ['maxSearchLength = 200', 'maxSearchLength = 201'],
        ['maxPageSize = 100', 'maxPageSize = 101'],
        ['defaultPageSize = 10', 'defaultPageSize = 20'],
        ['if (known && ', 'if (false && '],
        ['ignoredParameters = /^(utm_|_)/', 'ignoredParameters = /^(utm|_)/'],
        ['.min(1, error)', '.min(0, error)'],
        ['.max(max, error)', '.max(max - 1, error)'],
        ['default(false)', 'default(true)'],
        [
          "return [...new Set(folded.filter((term) => term.trim() !== ''))]",
          "return folded.filter((term) => term !== '')",
        ],
        ['/^\\d{1,13}$/', '/^\\d{1,13}/'],
        ['[...search].length', 'search.length'],
        ['({ sorting }) => sorting !== null', '({ filter }) => filter !== null'],
        ['terms.map(foldText)', 'terms.map(String)'],
      ),
    ],
  },
  {
    tests: ['test/service/query/mutants.test.ts'],
    mutations: inFile('service/api/rows/export-formats.ts', ["= 'csv';", "= 'ndjson';"]),
  },
  {
    tests: ['test/service/query/pages.test.ts'],
    mutations: inFile(
      'service/query/pages.ts',
      ['(page - 1) * pageSize', 'page * pageSize'],
      ['Math.ceil(', 'Math.floor('],
      ['totalProviders, totalOffers }', 'totalProviders, totalOffers: totalProviders }'],
    ),
  },
  {
    tests: ['test/service/text/counts.test.ts'],
    mutations: inFile(
      'service/text/counts.ts',
      ['if (count < 100)', 'if (count <= 100)'],
      ['Math.floor(', 'Math.round('],
      ['=== 1 ? word : many', '=== 1 ? many : word'],
    ),
  },
  {
    tests: ['test/service/snapshot/database/database.test.ts', 'test/service/http/query-timeout.product.test.ts'],
    mutations: inFile(
      'service/snapshot/database/database.ts',
      ['this.#waiting.size < this.#options.maxWaiting', 'this.#waiting.size <= this.#options.maxWaiting'],
      ['if (isLate) throw', 'if (!isLate) throw'],
      ["message.startsWith('Out of Memory Error')", "message.startsWith('Out of Disk')"],
    ),
  },
  {
    tests: [
      'test/service/snapshot/holder.test.ts',
      'test/service/snapshot/open/open.full.test.ts',
      'test/service/snapshot/open/current.test.ts',
    ],
    mutations: [
      ...inFile(
        'service/snapshot/open/verify.ts',
        ['version > formatVersion', 'version >= formatVersion'],
        ['(await sha256OfHandle(handle, bytes)) === sha256', "(await sha256OfHandle(handle, bytes)) !== ''"],
        ['manifest.id === path.basename(folder)', "manifest.id !== ''"],
        ['path.dirname(folder) === snapshots', "path.dirname(folder) !== ''"],
        ['if (target === null) return null', 'if (target !== null) return null'],
      ),
      ...inFile('service/snapshot/holder.ts', [
        '!held.offered && held.leases === 0',
        '!held.offered && held.leases >= 0',
      ]),
      ...inFile('service/snapshot/watch.ts', ['this.#opened !== null', 'this.#opened === null']),
    ],
  },
  {
    tests: ['test/service/http/shutdown.product.test.ts'],
    mutations: inFile(
      'service/http/connections.ts',
      ['response === null || response.closed', 'response === null'],
      ['response === null || response.closed', 'response !== null'],
      ['last.get(socket) === response', 'last.get(socket) !== response'],
      ['if (draining) closeAfter', 'if (!draining) closeAfter'],
      ['response.shouldKeepAlive = false', 'response.shouldKeepAlive = true'],
    ),
  },
  {
    tests: ['test/service/http/fair-queue.test.ts'],
    mutations: inFile(
      'service/http/fair-queue.ts',
      [' && !client.isRunning', ''],
      ['this.#running[kind] < this.#options.slots[kind]', 'this.#running[kind] <= this.#options.slots[kind]'],
      ['      this.#clients.delete(key);\n      this.#clients.set(key, client);\n', ''],
      ['if (most === client) throw this.#refusal(kind);', ''],
      ['setImmediate(() => {', 'queueMicrotask(() => {'],
    ),
  },
  {
    tests: ['test/service/http/response-cache.test.ts'],
    mutations: inFile(
      'service/http/response-cache.ts',
      // biome-ignore-start lint/suspicious/noTemplateCurlyInString: parts of source text
      ['`${encoding}${form} ', '`${form} '],
      ['`${encoding}${form} ', '`${encoding} '],
      ["${network ?? ''} ${path}", '${path}'],
      // biome-ignore-end lint/suspicious/noTemplateCurlyInString: parts of source text
      [' && owner === this.#owner', ''],
      ['this.#enabled && ', ''],
      ['    maxEntrySize: maxEntryBytes,\n', ''],
      ['this.#responses.clear();', ''],
      ['key.length + ', ''],
    ),
  },
  {
    tests: ['test/service/http/response-cache.test.ts'],
    mutations: inFile(
      'service/http/parse-request.ts',
      ['/^(?:utm_|_)/', '/^(?:utm|_)/'],
      ['name.startsWith(known)', 'name === known'],
      [': name === known)', ': true)'],
      ['!tracking.test(name) && ', ''],
    ),
  },
  {
    tests: ['test/service/http/route-table.test.ts'],
    mutations: inFile(
      'service/http/parse-request.ts',
      ["'[^/]+'", "'.+'"],
      ['`^${', '`${'],
      [".replaceAll('.', '\\\\.')", ''],
      ["}$`, 's')", '}$`)'],
    ),
  },
  {
    tests: ['test/service/http/slow-clients.product.test.ts'],
    mutations: inFile(
      'service/http/server.ts',
      ['socket.writableLength > 0', 'socket.writableLength === 0'],
      ['socket.writableLength > 0 && ', ''],
      ['setInterval(check, checkMs)', 'setTimeout(check, checkMs * 1e6)'],
    ),
  },
  {
    tests: ['test/service/log.product.test.ts', 'test/service/metrics.product.test.ts'],
    mutations: [
      ...inFile(
        'service/log.ts',
        [', maxLength: maxBytes', ''],
        ['periodicFlush: flushMs, ', ''],
        ['dropped++', '(dropped = 1)'],
        ['base: null, ', ''],
        ['timestamp: pino.stdTimeFunctions.isoTime', 'timestamp: pino.stdTimeFunctions.epochTime'],
        ["!log.isLevelEnabled('info')", 'false'],
      ),
      ...inFile(
        'service/http/answer-requests.ts',
        ['requests.inc({ route, status })', 'requests.inc({ route, status: 200 })'],
        ['tookMs / 1000', 'tookMs'],
        ["cache === 'hit'", "cache === 'miss'"],
        ["else if (cache === 'miss')", 'else'],
      ),
    ],
  },
  {
    tests: ['test/pipeline/write/database.test.ts'],
    mutations: inFile('pipeline/write/database.ts', ['found !== JSON.stringify(Object.entries(columns))', 'false']),
  },
  {
    tests: ['test/pipeline/metrics.test.ts'],
    mutations: inFile(
      'pipeline/metrics.ts',
      ['count > 0', 'count >= 0'],
      ['(providers.get(name) ?? 0) + 1', '(providers.get(name) ?? 1) + 1'],
      ['providersCount: providers.size', 'providersCount: sum(providers.values())'],
    ),
  },
  {
    tests: [
      'test/pipeline/resolve/numbers.test.ts',
      'test/pipeline/resolve/numbers/prices.test.ts',
      'test/pipeline/resolve/numbers/measures.test.ts',
    ],
    mutations: [
      ...inFile(
        'pipeline/resolve/numbers/prices.ts',
        ['value / (months ?? 1)', 'value * (months ?? 1)'],
        ['const million = 1e6', 'const million = 1e3'],
      ),
      ...inFile(
        'pipeline/resolve/numbers/tokens.ts',
        ['Math.min(range.min', 'Math.max(range.min'],
        ["['b', 1e9]", "['b', 1e6]"],
      ),
      ...inFile('pipeline/resolve/numbers.ts', ['const bitsPerByte = 8', 'const bitsPerByte = 1']),
    ],
  },
  {
    tests: [
      'test/pipeline/check/chains.test.ts',
      'test/pipeline/check/providers.test.ts',
      'test/pipeline/check/row-slugs.test.ts',
      'test/pipeline/check/listed-twice.test.ts',
      'test/pipeline/check/required-cells.test.ts',
      'test/pipeline/check/offer-references.test.ts',
    ],
    mutations: [
      ...inFile(
        'pipeline/check/networks/chains.ts',
        ['finder.names.length === 0 || ', ''],
        ['|| finder.has(chain)', '|| !finder.has(chain)'],
      ),
      ...inFile('pipeline/check/providers/providers.ts', [
        'names.get(value.name.toLowerCase())',
        'names.get(value.name)',
      ]),
      ...inFile(
        'pipeline/check/slugs/row-slugs.ts',
        ['a.values.chain === b.values.chain', 'true'],
        ['one.source.file !== other.source.file', 'true'],
        ['reported.has(place) || ', ''],
      ),
      ...inFile(
        'pipeline/check/values/required-cells.ts',
        ["takenAway || column === 'chain'", 'takenAway'],
        [' && !reported.has(key)', ''],
      ),
      ...inFile('pipeline/check/references/offer-references.ts', [
        "reference.kind !== 'offer' || offers.get(category)?.has(reference.slug)",
        "reference.kind !== 'offer' || [...offers.values()].some((book) => book.has(reference.slug))",
      ]),
    ],
  },
  {
    tests: [
      'test/pipeline/write/build-folder/publish.product.test.ts',
      'test/pipeline/write/build-folder/lock.test.ts',
      'test/pipeline/write/damaged.test.ts',
    ],
    mutations: [
      ...inFile(
        'pipeline/write/build-folder/publish.ts',
        ['id !== current && ', ''],
        ['found === null || !found.equals', 'found !== null && !found.equals'],
        [' || !found.equals(await readFile(path.join(wanted, name)))', ''],
      ),
      ...inFile('pipeline/write/build-folder/id-lists.ts', ['end + 1', 'end'], ['id <= current', 'id < current']),
      ...inFile('pipeline/write/build-folder/lock.ts', ["code === 'ESRCH'", "code !== 'ESRCH'"]),
    ],
  },
];
