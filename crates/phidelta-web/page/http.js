// The backend over HTTP: `phidelta serve`.

import { Refusal, hand } from './backend.js';

const HEADERS = { 'X-Phidelta': '1' };

async function call(method, path, body, type = 'application/json') {
  const headers = { ...HEADERS };
  if (body !== undefined || method === 'POST') headers['Content-Type'] = type;
  let answer;
  try {
    answer = await fetch(path, { method, headers, body, credentials: 'same-origin', cache: 'no-store' });
  } catch {
    throw new Refusal({ code: 'no-server', message: 'the server does not answer' }, 0);
  }
  const text = await answer.text();
  let json = null;
  try {
    json = text ? JSON.parse(text) : null;
  } catch {
    throw new Refusal(null, answer.status);
  }
  if (!answer.ok) throw new Refusal(json?.error, answer.status);
  return json;
}

const get = (path) => call('GET', path);
const post = (path, object) => call('POST', path, JSON.stringify(object ?? {}));
const send = (path, bytes) => call('POST', path, bytes, 'application/octet-stream');

/** @type {import('./backend.js').Backend} */
export const backend = {
  pauses: true,
  here: false,
  about: () => get('/api/about'),
  position: (request) => post('/api/position', request),
  file: (bytes, name, game) =>
    send(`/api/position?${new URLSearchParams({ name, ...(game ? { game } : {}) })}`, bytes),
  start: (request) => post('/api/jobs', request),
  upload: (bytes) => send('/api/jobs?kind=proof', bytes),
  jobs: () => get('/api/jobs'),
  job: (id) => get(`/api/jobs/${id}`),
  command: (id, what) => post(`/api/jobs/${id}/${what}`),
  remove: (id) => call('DELETE', `/api/jobs/${id}`),
  proof: (id, part, node, map) => get(`/api/jobs/${id}/proof/${part}/${node}${map ? '?map=1500' : ''}`),
  steps: (id, from, count) => get(`/api/jobs/${id}/steps?from=${from}&count=${count}`),
  ask: (request) => post('/api/ask', request),
  cluster: () => get('/api/cluster'),
  save: async (id, name) => hand(`/api/jobs/${id}/${name}`, name),
  follow,
};

/**
 * Follows jobs. The stream is closed while the page is hidden: a browser keeps six connections to a
 * server, and a seventh page would wait for ever. Snapshots are whole, so that nothing is lost by that.
 */
function follow(ids, told) {
  let source = null;
  let closed = false;
  let timer = null;
  const look = () => ids.forEach((id) => backend.job(id).then(told, (error) => error.code === 'gone' && told({ id, seq: Infinity, state: 'gone' })));
  const open = () => {
    if (closed || source || document.hidden) return;
    source = new EventSource(`/api/events?jobs=${ids.join(',')}`);
    const take = (event) => told(JSON.parse(event.data));
    source.addEventListener('job', take);
    source.addEventListener('done', take);
    // A stream that the server refuses (too many pages) is replaced by looking once a second.
    source.addEventListener('error', () => {
      if (source?.readyState === EventSource.CLOSED && !timer) timer = setInterval(look, 1000);
    });
    source.addEventListener('gone', (event) => told({ ...JSON.parse(event.data), seq: Infinity, state: 'gone' }));
  };
  const shut = () => {
    source?.close();
    source = null;
    clearInterval(timer);
    timer = null;
  };
  const turn = () => (document.hidden ? shut() : open());
  document.addEventListener('visibilitychange', turn);
  open();
  return () => {
    closed = true;
    document.removeEventListener('visibilitychange', turn);
    shut();
  };
}
