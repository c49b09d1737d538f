/** What stops the pipeline for another reason than the data: a folder that is not there, a lock, a full disk. */
export class PipelineError extends Error {
  override name = 'PipelineError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
