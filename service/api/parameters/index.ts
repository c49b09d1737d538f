/** The parameters of API resources, as the OpenAPI documents describe them. query/params.ts parses them. */
import { changeParameters } from './changes.ts';
import { estimateParameters } from './estimate.ts';
import { fileParameters } from './files.ts';
import type { ParameterInput } from './input.ts';
import { probeParameters } from './probes.ts';
import { answerParameters, selectionParameters } from './rows.ts';
import { connectParameters, directoryParameters, offersParameters } from './site.ts';

export type ParameterName = keyof ReturnType<typeof describeParameters>;

/** A parameter without `in` is one of the query; the key of one without `name` is its name. */
export function describeParameters(input: ParameterInput) {
  return {
    ...selectionParameters(input),
    ...answerParameters(input),
    ...offersParameters(input),
    ...directoryParameters(input),
    ...connectParameters(input),
    ...changeParameters(input),
    ...fileParameters(input),
    ...probeParameters,
    ...estimateParameters,
  };
}
