// The backend of the static edition: searches in Workers of this page. It takes the place of `http.js`.
//
// Each search has a Worker of its own, which stays with what was found until others need the room. Pause and
// stop reach it through shared memory; a host that does not isolate the page (COOP, COEP) has none: there a
// search cannot be paused, and to stop it is to end its Worker.

import { Refusal, hand } from './backend.js';

const shared = self.crossOriginIsolated === true && typeof SharedArrayBuffer === 'function';
const [GO_ON, PAUSE, STOP] = [0, 1, 2];

const MIB = 2 ** 20;
/** Of the machine's memory (GiB, as far as the browser tells) a search may take an eighth: phones end pages that take more. One block of a browser's memory is at most 2 GiB. */
const JOB_MEMORY = Math.min(1024, Math.max(64, (navigator.deviceMemory ?? 4) * 128)) * MIB;
const JOBS = Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1);
/** Workers that stay after their search has ended, and searches that may wait. */
const [KEPT, WAITING] = [6, 16];
/** Memory of a traced search and of the reading of a certificate. */
const SMALL = 16 * MIB;

const over = (job) => ['done', 'stopped', 'failed'].includes(job.snapshot.state);

/** The program, compiled once for all Workers. */
const module = (async () => {
  const answer = await fetch('phidelta.wasm');
  if (!answer.ok) throw new Refusal({ code: 'failed', message: `phidelta.wasm: HTTP ${answer.status}` }, answer.status);
  return WebAssembly.compile(await answer.arrayBuffer());
})();
module.catch(() => {});

/** The address of the Worker, as a strict policy wants it: nothing but this one file. */
const address = self.trustedTypes
  ? self.trustedTypes.createPolicy('phidelta', { createScriptURL: () => new URL('searcher.js', import.meta.url).href }).createScriptURL('')
  : new URL('searcher.js', import.meta.url).href;

/** One Worker. */
class Lane {
  constructor() {
    this.calls = new Map();
    this.next = 0;
    this.told = () => {};
    this.wish = shared ? new Int32Array(new SharedArrayBuffer(4)) : null;
    this.worker = new Worker(address);
    this.worker.onmessage = ({ data }) => (data.told ? this.told(data.told) : this.settle(data));
    this.worker.onerror = (event) => [...this.calls.keys()].forEach((number) => this.settle({ number, crashed: event.message }));
    this.ready = module.then((program) => this.worker.postMessage({ module: program, wish: this.wish }));
  }

  settle({ number, json, file, refused, crashed }) {
    const call = this.calls.get(number);
    this.calls.delete(number);
    if (refused) call?.no(new Refusal(refused, 422));
    else if (crashed) {
      this.dead = true;
      call?.no(new Refusal({ code: 'failed', message: 'the search has crashed' }, 500));
    } else call?.yes(file ?? json);
  }

  async call(name, request, file) {
    await this.ready;
    return new Promise((yes, no) => {
      const number = this.next++;
      this.calls.set(number, { yes, no });
      this.worker.postMessage({ number, call: name, request, file });
    });
  }

  wants(what) {
    Atomics.store(this.wish, 0, what);
    Atomics.notify(this.wish, 0);
  }

  end() {
    this.worker.terminate();
    [...this.calls.keys()].forEach((number) => this.settle({ number, refused: { code: 'gone', message: 'ended' } }));
  }
}

/** The Workers for what is quick, and for moves off a proof. A crashed one is replaced. */
const lanes = {};
function lane(name) {
  if (!lanes[name] || lanes[name].dead) lanes[name] = new Lane();
  return lanes[name];
}

const jobs = new Map();
let queue = [];
let running = 0;
const listeners = new Set();

function find(id) {
  const job = jobs.get(id);
  if (!job) throw new Refusal({ code: 'gone', message: 'no such search' }, 404);
  return job;
}

function tell(job, news) {
  job.snapshot = { ...job.snapshot, ...news, id: job.id, seq: job.snapshot.seq + 1 };
  if (job.paused && job.snapshot.state === 'running') job.snapshot.state = 'paused';
  for (const listener of listeners) listener(job);
}

/** Starts what may run now. */
function pump() {
  while (running < JOBS && queue.length) run(queue.shift());
  queue.forEach((job, ahead) => tell(job, { ahead: ahead + running }));
}

async function run(job) {
  const earlier = jobs.get(job.request.after);
  // What an earlier check has decided is in its Worker.
  if (earlier?.lane && over(earlier)) [job.lane, earlier.lane] = [earlier.lane, null];
  if (!job.lane || job.lane.dead) [job.lane, job.again] = [new Lane(), false];
  running++;
  job.paused = false;
  if (shared) job.lane.wants(GO_ON);
  job.lane.told = (snapshot) => tell(job, snapshot);
  tell(job, { state: 'running', ahead: 0, resumable: false, error: null });
  const mine = job.lane;
  try {
    const last = await mine.call('run', { id: job.id, request: job.request, memory: job.memory, time: job.request.time ?? null, again: job.again }, job.upload);
    job.paused = false;
    tell(job, last);
  } catch (error) {
    job.paused = false;
    if (jobs.has(job.id) && !over(job)) tell(job, { state: 'failed', error: error.message, proof: false });
    mine.end();
    if (job.lane === mine) job.lane = null;
  }
  running--;
  tidy();
  pump();
}

/** Ends the Workers of the oldest searches that are over. */
function tidy() {
  const idle = [...jobs.values()].filter((job) => job.lane && over(job));
  for (const job of idle.slice(0, Math.max(0, idle.length - KEPT))) {
    job.lane.end();
    job.lane = null;
    tell(job, { resumable: false, proof: false });
  }
}

function take(request, upload) {
  if (queue.length >= WAITING) throw new Refusal({ code: 'queue-full', message: 'too many searches wait' }, 429);
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-');
  const small = request.kind === 'trace';
  const memory = small ? SMALL : upload ? Math.max(SMALL, upload.byteLength * 12) : Math.min(request.memory ?? JOB_MEMORY, JOB_MEMORY);
  const { kind = 'solve', game, position = '', rules = [] } = request;
  const job = { id, request, upload, memory, again: false, paused: false, lane: null, snapshot: { id, seq: 0, kind, game, position, rules, state: 'queued', ahead: queue.length + running } };
  jobs.set(id, job);
  queue.push(job);
  pump();
  return { ...job.snapshot };
}

function leaveQueue(job) {
  queue = queue.filter((other) => other !== job);
}

const commands = {
  pause(job) {
    if (job.snapshot.state === 'queued') {
      leaveQueue(job);
      tell(job, { state: 'paused' });
    } else if (job.snapshot.state === 'running') {
      if (!shared) throw new Refusal({ code: 'failed', message: 'this page cannot pause' }, 409);
      job.paused = true;
      job.lane.wants(PAUSE);
      tell(job, { state: 'paused' });
    }
  },
  'go-on'(job) {
    if (job.paused) {
      job.paused = false;
      job.lane.wants(GO_ON);
      tell(job, { state: 'running' });
    } else if (job.snapshot.state === 'paused' || job.snapshot.state === 'stopped') {
      job.again = job.snapshot.state === 'stopped';
      if (job.again && !job.snapshot.resumable) throw new Refusal({ code: 'gone', message: 'its memory was given to others' }, 409);
      queue.push(job);
      tell(job, { state: 'queued', report: null, checked: null });
      pump();
    }
  },
  stop(job) {
    const { state } = job.snapshot;
    if (state === 'queued' || (state === 'paused' && !job.paused)) {
      leaveQueue(job);
      tell(job, { state: 'stopped' });
    } else if (state === 'running' || state === 'paused') {
      if (shared) return job.lane.wants(STOP);
      tell(job, { state: 'stopped', resumable: false });
      job.lane.end();
    }
  },
};

/** @type {import('./backend.js').Backend} */
export const backend = {
  pauses: shared,
  here: true,
  about: () => lane('quick').call('about', { memory: JOB_MEMORY * (JOBS + 1), job_memory: JOB_MEMORY, time: 0, jobs: JOBS }),
  position: (request) => lane('quick').call('position', request),
  file: (bytes, name, game) => lane('quick').call('file', { name, game: game ?? null }, bytes),
  async start(request) {
    await lane('quick').call('admit', request);
    return take(request, null);
  },
  upload: async (bytes) => take({ kind: 'proof', game: 'shogi' }, bytes),
  jobs: async () => [...jobs.values()].map((job) => ({ ...job.snapshot })),
  job: async (id) => ({ ...find(id).snapshot }),
  async command(id, what) {
    const job = find(id);
    commands[what](job);
    return { ...job.snapshot };
  },
  async remove(id) {
    const job = find(id);
    jobs.delete(id);
    leaveQueue(job);
    job.lane?.end();
  },
  proof: (id, part, node, map) => found(id).call('proof', { part, node: String(node), map: map ? 1500 : null }),
  steps: (id, from, count) => found(id).call('steps', { from, count }),
  ask: (request) => lane('asked').call('ask', request),
  async save(id, name) {
    const link = URL.createObjectURL(new Blob([await found(id).call('save', name)]));
    hand(link, name);
    setTimeout(() => URL.revokeObjectURL(link), 60_000);
  },
  follow(ids, told) {
    const listener = (job) => ids.includes(job.id) && told({ ...job.snapshot });
    listeners.add(listener);
    queueMicrotask(() => ids.forEach((id) => jobs.has(id) && listener(jobs.get(id))));
    return () => listeners.delete(listener);
  },
};

function found(id) {
  const { lane } = find(id);
  if (!lane) throw new Refusal({ code: 'gone', message: 'its memory was given to others' }, 404);
  return lane;
}
