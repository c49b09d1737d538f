/** Why a snapshot is not served. */
export class SnapshotError extends Error {
  override name = 'SnapshotError';
  readonly code: 'gone' | 'dangling' | 'outside' | 'unreadable' | 'newer' | 'older' | 'incomplete';

  constructor(code: SnapshotError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
