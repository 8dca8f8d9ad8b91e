// What the page needs of whoever searches. The page calls nothing else: a server answers over HTTP
// (`http.js`); in the static edition a Worker with the searches inside answers the same calls.

/**
 * @typedef {object} Backend
 * @property {() => Promise<object>} about  version, games, algorithms, limits
 * @property {(request: object) => Promise<object>} position  text or an edited board to a view
 * @property {(bytes: ArrayBuffer, name: string, game: string) => Promise<object>} file  a file to a view
 * @property {(request: object) => Promise<object>} start  a job
 * @property {(bytes: ArrayBuffer) => Promise<object>} upload  a certificate to look at
 * @property {() => Promise<object[]>} jobs  one's own jobs
 * @property {(id: string) => Promise<object>} job  one snapshot
 * @property {(id: string, what: 'pause'|'go-on'|'stop') => Promise<object>} command
 * @property {(id: string) => Promise<void>} remove
 * @property {(ids: string[], told: (snapshot: object) => void) => () => void} follow  snapshots until closed
 * @property {(id: string, part: number, node: string, map: boolean) => Promise<object>} proof
 * @property {(id: string, from: number, count: number) => Promise<object>} steps
 * @property {(request: object) => Promise<object>} ask  a move off the proof
 * @property {() => Promise<object>} [cluster]  how a cluster stands, if `about` says that there is one
 * @property {(id: string, name: string) => Promise<void>} save  a file of a job, to the reader's disk
 * @property {boolean} pauses  whether a running search can be paused
 * @property {boolean} here  whether the searches run in this page
 */

/** Hands a file to the reader: what the browser does with a link to it. */
export function hand(address, name) {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** A refusal: a code that the page has words for, and a message with its place. */
export class Refusal extends Error {
  constructor(error, status) {
    super(error?.message ?? `HTTP ${status}`);
    this.code = error?.code ?? 'failed';
    this.line = error?.line;
    this.column = error?.column;
    this.marked = error?.marked;
    this.text = error?.text;
    this.status = status;
  }
}
