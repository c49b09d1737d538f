/** Folder of the project. This file is one level below it, as is dist/. */
import path from 'node:path';

export const project = path.resolve(import.meta.dirname, '..');
