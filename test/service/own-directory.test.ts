/** A directory of other data, with and without a line in meta/site.csv: nothing is said of it that its sources do not say. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory, everyPath, useService } from '../support/directory.ts';
import { readTree } from '../support/source-tree.ts';
