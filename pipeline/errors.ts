/** Error that is not a problem in the data: a missing folder, a lock, a full disk. */
export class PipelineError extends Error {
  override name = 'PipelineError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
