import { z } from 'zod';

/** The destination of traces, and the share that is traced (docs/operating.md "Traces"). */
export interface TracingSettings {
  /** A collector that accepts OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string;
  /** The share of requests and jobs to trace if no proxy has decided, from 0 to 1. */
  readonly share: number;
}

const share = 'must be a number from 0 to 1';

/** The variables by name, as part of the schema of all settings; their names are those of OpenTelemetry's specification. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an http or https URL')
    .optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(['parentbased_always_on', 'parentbased_traceidratio'], 'must be parentbased_always_on or parentbased_traceidratio')
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number(share).min(0, share).max(1, share).default(1),
};

type Given = z.infer<z.ZodObject<typeof tracingVariables>>;

/** Undefined for no tracing. */
export function tracingOf({
  OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_TRACES_SAMPLER,
  OTEL_TRACES_SAMPLER_ARG,
}: Given): TracingSettings | undefined {
  if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  return { endpoint: OTEL_EXPORTER_OTLP_ENDPOINT, share: OTEL_TRACES_SAMPLER === 'parentbased_always_on' ? 1 : OTEL_TRACES_SAMPLER_ARG };
}
