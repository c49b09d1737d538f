/** Quotes and table functions for SQL of DuckDB. */

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Parquet files as a table. Without `hive_partitioning = false`, DuckDB adds or replaces columns by
 * folders such as `provider=acme` above a file.
 */
export function readParquet(files: readonly string[], ...options: readonly string[]): string {
  const words = [`[${files.map(quoteText).join(', ')}]`, 'hive_partitioning = false', ...options];
  return `read_parquet(${words.join(', ')})`;
}
