import { type Client, type ClientOptions, makeClient, type Timing } from '@carryover/client';
import { vi } from 'vitest';
import { aScriptedService, type Reply, type Script, type ScriptedService } from './a-scripted-service.ts';
import { aToken } from './samples.ts';

/** Time that passes only while the client waits; the longest possible waits. */
const simulatedTime = (): Timing & {
  readonly waits: ReadonlyArray<number>;
  readonly pass: (ms: number) => void;
} => {
  const waits: number[] = [];
  let now = 0;
  return {
    waits,
    pass: (ms) => {
      now += ms;
    },
    now: () => now,
    random: () => 1,
    sleep: async (ms) => {
      waits.push(ms);
      now += ms;
    },
  };
};

const running: ScriptedService[] = [];

/**
 * Makes the client's time limits pass only if a script says so. The connections are real, so that a limit of real
 * milliseconds could pass before a busy machine has sent the request.
 */
export const simulateTimeLimits = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
};

/** Receives a request and lets this much of its time limit pass without an answer. */
export const silentFor = (ms: number): 'hang' => {
  vi.advanceTimersByTime(ms);
  return 'hang';
};

/** Stops what {@link aScript} started. */
export const stopAll = async (): Promise<void> => {
  vi.useRealTimers();
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
};

/** A scripted service, simulated time, and a client of both. */
export const aScript = async (
  script: Script | ReadonlyArray<Reply | Script>,
  {
    tokenScript = (_, number) => aToken(`token-${number}`),
    ...options
  }: Partial<ClientOptions> & { readonly tokenScript?: Script } = {},
): Promise<{
  readonly service: ScriptedService;
  readonly client: Client;
  readonly time: ReturnType<typeof simulatedTime>;
}> => {
  const answer: Script =
    typeof script === 'function'
      ? script
      : (request, number) => {
          const reply = script[number - 1] ?? 'reset';
          return typeof reply === 'function' ? reply(request, number) : reply;
        };
  const service = await aScriptedService(answer, tokenScript);
  running.push(service);
  const time = simulatedTime();
  return { service, time, client: makeClient({ baseUrl: service.baseUrl, apiKey: 'key', timing: time, ...options }) };
};

/** Returns the error of a call that must fail. */
export const failureOf = (call: Promise<unknown>): Promise<any> =>
  call.then(
    (value) => Promise.reject(new Error(`resolved with ${JSON.stringify(value)}`)),
    (thrown: unknown) => thrown,
  );
