/** The project's own folder. This file, and what looks for templates, stands one level below it, as dist/ does. */
import path from 'node:path';

export const project = path.resolve(import.meta.dirname, '..');
