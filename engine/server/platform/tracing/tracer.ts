import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer as Source,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BaseLogger } from 'pino';
import { type EndedStatement, onStatement } from '../database/planning-client.ts';
import { type JobRun, jobRuns } from '../jobs/job-run.ts';
import { productVersion } from '../product-version.ts';
import type { Settings } from '../settings.ts';
import { trustFunction } from '../trusted-proxies.ts';
import type { TracingSettings } from '../tracing-settings.ts';

/** How long a stop waits for the collector to accept the last spans. */
const flushTimeoutMs = 3_000;
/** Most characters of a statement in a span. */
const statementLength = 2_000;

const propagator = new W3CTraceContextPropagator();
const carried = {
  get: (headers: FastifyRequest['headers'], name: string) => headers[name],
  keys: (headers: FastifyRequest['headers']) => Object.keys(headers),
};

/**
 * Sends spans of calls, their statements, and jobs to a collector, by OpenTelemetry's conventions. Spans contain no
 * value, no id in a path and no query: only the route's template and a statement's text with placeholders. An
 * unreachable collector has no effect on requests.
 */
export class Tracer {
  readonly #provider: TracerProvider;
  readonly #source: Source;
  readonly #context = new AsyncLocalStorage<Context>();
  readonly #jobs = new WeakMap<JobRun, Span>();
  readonly #calls = new WeakMap<FastifyRequest, { readonly span: Span; readonly context: Context }>();

  constructor({ endpoint, share }: TracingSettings, log: Pick<BaseLogger, 'warn'>) {
    warnOnce(log);
    const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis: 5_000 });
    this.#provider = new TracerProvider({
      // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
      resource: defaultResource()
        .merge(resourceFromAttributes({ 'service.name': 'back-office', 'service.version': productVersion }))
        .merge(detectResources({ detectors: [envDetector] })),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000, exportTimeoutMillis: 5_000 })],
    });
    this.#source = this.#provider.getTracer('back-office', productVersion);
  }

  /** Traces this server's work from now on, until it is closed. */
  trace(app: FastifyInstance, settings: Pick<Settings, 'trustProxy'>): void {
    this.#traceCalls(app, settings);
    const stopHearing = onStatement((statement) => this.#statement(statement));
    const onJob = { asyncEnd: (run: JobRun) => this.#endJob(run) };
    jobRuns.start.bindStore(this.#context, (run) => this.#beginJob(run));
    jobRuns.subscribe(onJob);
    app.addHook('onClose', async () => {
      stopHearing();
      jobRuns.start.unbindStore(this.#context);
      jobRuns.unsubscribe(onJob);
      await Promise.race([
        this.#provider.shutdown().catch(() => undefined),
        new Promise((late) => setTimeout(late, flushTimeoutMs).unref()),
      ]);
    });
  }

  #traceCalls(app: FastifyInstance, { trustProxy }: Pick<Settings, 'trustProxy'>): void {
    const isTrusted = trustFunction(trustProxy) || (() => false);
    app.addHook('onRequest', (request, _reply, done) => {
      const { url: route } = request.routeOptions;
      if (route?.startsWith('/api') !== true) return done();
      // Only a trusted proxy may set the trace's parent: otherwise strangers would decide what is sampled.
      const parent = isTrusted(request.socket.remoteAddress ?? '', 0)
        ? propagator.extract(ROOT_CONTEXT, request.headers, carried)
        : ROOT_CONTEXT;
      const attributes = { 'http.request.method': request.method, 'http.route': route, 'http.request.header.x-request-id': [request.id] };
      const span = this.#source.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
      const context = trace.setSpan(parent, span);
      this.#calls.set(request, { span, context });
      this.#context.run(context, done);
    });
    // The body is read in another async context than the one the request began in.
    app.addHook('preValidation', (request, _reply, done) => {
      const call = this.#calls.get(request);
      if (call === undefined) done();
      else this.#context.run(call.context, done);
    });
    app.addHook('onResponse', async (request, reply) => {
      const span = this.#calls.get(request)?.span;
      if (span === undefined) return;
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (request.answerCode !== null) span.setAttribute('back_office.code', request.answerCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
  }

  /** A statement outside any call or job, such as a poll for jobs, has no span. */
  #statement({ text, seconds }: EndedStatement): void {
    const parent = this.#context.getStore();
    if (parent === undefined) return;
    const end = Date.now();
    const [operation = 'statement'] = /\w+/.exec(text) ?? [];
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation.toUpperCase(),
      'db.query.text': text.slice(0, statementLength),
    };
    const span = this.#source.startSpan(
      operation.toUpperCase(),
      { kind: SpanKind.CLIENT, attributes, startTime: end - seconds * 1000 },
      parent,
    );
    span.end(end);
  }

  #beginJob(run: JobRun): Context {
    const attributes = { 'back_office.job.kind': run.kind, 'back_office.job.id': run.id };
    const span = this.#source.startSpan(`job ${run.kind}`, { kind: SpanKind.INTERNAL, attributes }, ROOT_CONTEXT);
    this.#jobs.set(run, span);
    return trace.setSpan(ROOT_CONTEXT, span);
  }

  #endJob(run: JobRun): void {
    const span = this.#jobs.get(run);
    if (run.failed) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  }
}

/** A failing collector gets one line of the log, not one for each batch. */
function warnOnce(log: Pick<BaseLogger, 'warn'>): void {
  let isLogged = false;
  const logOnce = (): void => {
    if (!isLogged) log.warn('Traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT; this is said once.');
    isLogged = true;
  };
  const quiet = (): void => undefined;
  diag.setLogger(
    { error: logOnce, warn: quiet, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
}
