/** The rules of the checks. Reports, SARIF, `fix` and the test of docs/checks.md read this table. */

export type Severity = 'error' | 'warning';

export interface Rule {
  /** An error prevents publication; a warning does so only with --strict. */
  readonly severity: Severity;
  /** One sentence; the first paragraph of the rule's section in docs/checks.md. */
  readonly title: string;
  /** Whether `make fix` removes the cause. */
  readonly fixable?: boolean;
  /** Whether equal problems are reported as one, because they are one mistake. */
  readonly repeatable?: boolean;
  /** Whether many problems in one column are reported as one, whatever their texts. */
  readonly ofColumn?: boolean;
}

/** In the order of docs/checks.md. */
export const rules = {
  'misplaced-file': { severity: 'error', title: 'A CSV file is outside the folders of the source layout.' },
  'special-file': {
    severity: 'error',
    title: 'A file is a link out of the source folder, a device or the like, or cannot be read.',
  },
  'limit-exceeded': { severity: 'error', title: 'A cell, row, file or list exceeds a limit of the source folder.' },
  'missing-file': { severity: 'error', title: 'A required file is missing.' },
  'mass-change': { severity: 'error', title: 'An edit removes or changes more than people do on purpose.' },
  'spreadsheet-file': { severity: 'warning', title: 'A spreadsheet stands among the CSV files.' },
  'file-extension': { severity: 'error', title: 'The extension of a CSV file is not lowercase.' },
  'unknown-category': {
    severity: 'error',
    title: 'A file name or a line of `meta/` names a category that is not in `meta/categories.csv`.',
    repeatable: true,
  },
  'empty-file': { severity: 'error', title: 'The file is empty; it has no header.' },
  'not-utf8': { severity: 'error', title: 'The file is not UTF-8 text.' },
  'wrong-separator': {
    severity: 'error',
    title: 'The cells of the file are separated by semicolons or tabs instead of commas.',
  },
  'old-line-ends': { severity: 'error', title: 'The lines of the file end with CR only.' },
  'conflict-marker': { severity: 'error', title: 'The file contains merge conflict markers of git.' },
  'mixed-line-ends': { severity: 'warning', title: 'Some lines of the file end with CRLF and others with LF.' },
  'invisible-character': { severity: 'error', title: 'A cell contains a control character or an invisible character.' },
  'unclosed-quote': { severity: 'error', title: 'A quote opens a cell, and no quote closes it in that cell.' },
  'text-after-quote': { severity: 'error', title: 'Text follows the quote that closes a cell.' },
  'stray-quote': { severity: 'error', title: 'A cell contains a quote and does not begin with one.' },
  'space-after-quote': {
    severity: 'warning',
    title: 'Whitespace stands between a closing quote and the next comma.',
    fixable: true,
  },
  'cell-count': { severity: 'error', title: 'A record has more or fewer cells than the header.' },
  'shifted-cells': { severity: 'error', title: 'The cells of a line are shifted by one column.' },
  'edge-space': {
    severity: 'warning',
    title: 'A cell or a list item has leading or trailing whitespace.',
    fixable: true,
  },
  'line-above-header': { severity: 'error', title: 'A line stands above the header.' },
  'blank-header': { severity: 'error', title: 'A column has no name in the header line.' },
  'repeated-header': { severity: 'error', title: 'Two columns have the same name.' },
  'unknown-column': {
    severity: 'error',
    title: 'The header names a column that `meta/columns.csv` does not define for this category.',
    repeatable: true,
  },
  'chain-in-offers': { severity: 'error', title: 'An offers file has a column `chain`.' },
  'missing-column': { severity: 'error', title: 'The header lacks a required column.', repeatable: true },
  'slug-blank': { severity: 'error', title: 'A line has no slug.' },
  'slug-format': {
    severity: 'error',
    title: 'A slug contains other characters than lowercase letters, digits and single hyphens.',
  },
  'slug-chain': { severity: 'warning', title: 'The slug of a listing names another chain than its `chain` cell.' },
  'duplicate-slug': {
    severity: 'error',
    title: 'Two lines of an offers file, or two rows of one network and category, have the same slug.',
    ofColumn: true,
  },
  'duplicate-key': { severity: 'error', title: 'Two definitions or providers have the same key.' },
  'duplicate-provider': {
    severity: 'error',
    title: 'Two providers have the same name, or names that differ only in case.',
  },
  'slug-order': { severity: 'warning', title: 'A line is not sorted by slug.', fixable: true },
  'provider-link': { severity: 'error', title: "A provider's `website` or `docs` is not an absolute URL." },
  'url-as-handle': { severity: 'warning', title: 'A provider cell holds a URL instead of a handle.' },
  'no-email': { severity: 'warning', title: 'A `supportEmail` cell holds no e-mail address.' },
  'logo-not-found': {
    severity: 'warning',
    title:
      'The image that `logoPath` of a provider names, or the provider that `logoProvider` of a network names, is not in the sources.',
  },
  'logo-not-shown': { severity: 'warning', title: 'Pages cannot show the logo of a provider or network.' },
  'unused-provider': { severity: 'warning', title: 'No offer and no listing names the provider.' },
  'provider-not-found': {
    severity: 'error',
    title: 'A `provider` cell names a provider that is not in `references/providers/providers.csv`.',
    repeatable: true,
  },
  'offer-reference': { severity: 'error', title: 'An `offer` cell is not a valid reference.' },
  'offer-not-found': {
    severity: 'error',
    title: "A listing refers to an offer that is not in the category's offers file.",
    repeatable: true,
  },
  'unused-offer': { severity: 'warning', title: 'No listing refers to the offer.' },
  'equal-offer': { severity: 'warning', title: 'Two offers of a provider say the same.' },
  'listed-everywhere': {
    severity: 'error',
    title: 'An offer is listed for all networks and again for one network, on the same chain.',
  },
  'listed-twice': { severity: 'warning', title: 'A file lists the same offer on the same chain more than once.' },
  'swapped-offers': {
    severity: 'warning',
    title: 'Two listings refer to the offer of each other, as their slugs say.',
  },
  'repeats-offer': { severity: 'warning', title: 'A cell of a listing repeats what its offer states.' },
  'required-cell': { severity: 'error', title: 'A required cell is blank.', repeatable: true },
  'not-a-boolean': { severity: 'error', title: 'A boolean cell is neither TRUE nor FALSE.', ofColumn: true },
  'not-a-list': { severity: 'error', title: 'A list cell is not a JSON list of strings.', ofColumn: true },
  'typographic-quotes': {
    severity: 'error',
    title: 'The quotes of a list are typographic.',
    fixable: true,
    ofColumn: true,
  },
  'list-in-text': { severity: 'error', title: 'A cell of a text column holds a JSON list.' },
  'address-as-value': { severity: 'warning', title: 'A cell of a plan or type holds an address.' },
  'bad-definition': { severity: 'error', title: 'A cell of a definition file has a value that is not allowed.' },
  'value-spelling': {
    severity: 'warning',
    title: 'A value or list item differs only in case, spaces or hyphens from a more frequent one of the column.',
    repeatable: true,
  },
  'new-value': {
    severity: 'warning',
    title: 'A value that stands once in its column is similar to a frequent one.',
  },
  'blank-item': { severity: 'warning', title: 'An item of a list is blank.' },
  'repeated-item': { severity: 'warning', title: 'An item stands more than once in a list.', fixable: true },
  placeholder: {
    severity: 'warning',
    title: 'A text such as TBD, N/A or #REF! stands for a missing value.',
    repeatable: true,
  },
  'spreadsheet-damage': {
    severity: 'warning',
    title: 'A spreadsheet or another program damaged the text of a cell.',
    repeatable: true,
  },
  'swapped-cells': {
    severity: 'warning',
    title: 'Two cells of a line, or two columns, hold the values of each other.',
  },
  'price-without-number': {
    severity: 'warning',
    title: 'A price or measure has digits, but no number can be read from it.',
  },
  'limit-without-number': {
    severity: 'warning',
    title: 'An item of `limitations` speaks of requests or units, but no quota can be read from it.',
  },
  'bad-link': {
    severity: 'error',
    title: 'A button is not exactly one link, or a link has no label or no allowed URL.',
  },
  'bare-link': { severity: 'warning', title: 'The URL of a link lacks its scheme.' },
  'http-link': { severity: 'warning', title: 'A URL begins with `http://`, which is not encrypted.' },
  'local-address': { severity: 'warning', title: 'A URL leads to a local or private host, or to an example.' },
  'html-in-text': { severity: 'warning', title: 'A text contains HTML, which pages show as text.' },
  'open-markdown': { severity: 'warning', title: 'Markdown markup is opened and not closed.' },
  'start-command': {
    severity: 'warning',
    title: 'The start command of an MCP server cannot become a client configuration.',
  },
  'quotation-differs': {
    severity: 'warning',
    title: 'A quotation states another number than the cell of its offer, or the cell is blank.',
  },
  'dead-link': { severity: 'warning', title: 'A link led to no page when it was last probed.' },
  'wrong-chain': {
    severity: 'warning',
    title: 'An RPC endpoint answered as one of another chain when it was last probed.',
  },
  'chain-format': {
    severity: 'error',
    title: 'A chain contains other characters than lowercase letters, digits and single hyphens.',
    repeatable: true,
  },
  'chain-not-found': {
    severity: 'error',
    title: 'A listing names a chain that `meta/networks.csv` does not define for its network.',
    repeatable: true,
  },
  'chain-ignored': { severity: 'warning', title: 'A listing of all networks names a chain.' },
  'network-key': {
    severity: 'error',
    title: 'The name of a network folder contains other characters than lowercase letters, digits and single hyphens.',
  },
  'unknown-network': {
    severity: 'error',
    title: 'A network folder has no line in `meta/networks.csv`.',
    repeatable: true,
  },
  'network-without-chain': { severity: 'warning', title: 'No listing of a network names a chain.' },
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleName = keyof typeof rules;

/** Rules that `make fix` can fix. */
export type FixableRule = {
  [Name in RuleName]: (typeof rules)[Name] extends { fixable: true } ? Name : never;
}[RuleName];

/** Null if the table has no rule of this name. */
export function findRule(name: string): Rule | null {
  return Object.hasOwn(rules, name) ? rules[name as RuleName] : null;
}

/** Section of the rule in the documentation. */
export function documentationOf(rule: string): string {
  return `docs/checks.md#${rule}`;
}
