// What the page can do: each action calls the backend and changes the state.

import { Refusal } from './backend.js';
import { backend } from './http.js';
import { button } from './parts/dom.js';
import { announce } from './parts/live.js';
import { set, state } from './state.js';
import { has, lineText, t, words } from './words.js';

export { backend };

/** Positions that undo remembers. */
const REMEMBERED = 200;

let reading = 0;

/** What the page says of a refusal. */
export function complaint(error) {
  const key = `error-${error.code}`;
  return { kind: 'error', text: t(has(key) ? key : 'error-failed', { message: error.message }), marked: error.marked };
}

/** Shows a position that the backend has understood. */
function take(view, { keep = true, note = null } = {}) {
  const before = state.draft ? { draft: state.draft, view: state.view } : state.view ? { view: state.view } : null;
  const undo = keep && before ? [...state.undo, before].slice(-REMEMBERED) : state.undo;
  set({ view, draft: null, note, undo, redo: keep ? [] : state.redo, peek: null });
  history.replaceState(null, '', `#${view.game}/${encodeURIComponent(view.text)}`);
  document.dispatchEvent(new CustomEvent('position', { detail: view }));
}

/** Calls the backend for a position; only the newest call counts. */
async function asked(call, options) {
  const mine = ++reading;
  try {
    const view = await call();
    if (mine !== reading) return null;
    take(view, options);
    return view;
  } catch (error) {
    if (mine === reading) set({ note: complaint(error) });
    return null;
  }
}

/** Reads a text; the game is told by itself unless it is given. */
export async function openText(text, game = null) {
  const trimmed = text.trim();
  if (!trimmed) return null;
  // A link to this page is a position too.
  const link = trimmed.match(/#(\w+)\/(\S+)$/);
  if (link) return openLink(`#${link[1]}/${link[2]}`);
  const view = await asked(() => backend.position({ game, text, hint: state.view?.game }));
  if (view) {
    const format = view.format ? t('is-read-as', { format: view.format }) : null;
    set({ editing: false, note: { kind: 'info', text: format ?? '', candidates: view.candidates, source: text } });
    announce(`${t(`game-${view.game}`)}. ${t('moves-next', { side: words().side(view.side) })}`);
  }
  return view;
}

/** Reads a file. */
export async function openFile(file) {
  if (/\.pdc$/i.test(file.name) || (await file.slice(0, 21).text()).startsWith('phidelta-certificate')) return openCertificate(file);
  const bytes = await file.arrayBuffer();
  const view = await asked(() => backend.file(bytes, file.name, null));
  if (view) set({ editing: false, note: { kind: 'info', text: `${file.name}: ${view.format ? t('is-read-as', { format: view.format }) : ''}` } });
  return view;
}

/** Reads the position in an address. */
export function openLink(hash) {
  const match = hash.match(/^#(\w+)\/(.+)$/);
  if (!match) return null;
  let text = match[2];
  try {
    text = decodeURIComponent(text);
  } catch {
    // Not encoded after all.
  }
  return asked(() => backend.position({ game: match[1], text }));
}

/** Starts a game with its first example. */
export function chooseGame(name) {
  const game = state.about.games.find((game) => game.name === name);
  set({ editing: false });
  return asked(() => backend.position({ game: name, text: game.samples[0].text }));
}

/** Plays a legal move. */
export async function playMove(move) {
  const before = state.view;
  const view = await asked(() => backend.position({ game: before.game, text: before.text, rules: before.rules, moves: [move.move] }));
  if (view) announce(move.ja && state.language === 'ja' ? move.ja : move.move);
  return view;
}

/** Plays a move that was typed; says whether there is such a move. */
export function findMove(moves, text) {
  const plain = (word) => word.normalize('NFKC').toLowerCase().replace(/[▲△☗☖\s]/g, '').replace(/[一二三四五六七八九]/g, (c) => '一二三四五六七八九'.indexOf(c) + 1);
  const wanted = plain(text);
  const exact = moves.filter((move) => plain(move.move) === wanted || (move.ja && plain(move.ja) === wanted));
  if (exact.length) return exact[0];
  const near = moves.filter((move) => move.ja && plain(move.ja).replace(/打$/, '') === wanted.replace(/打$/, ''));
  return near.length === 1 ? near[0] : null;
}

/** Takes an edited board: shown at once, judged by the backend. */
export async function editBoard(board, side = state.draft?.side ?? state.view.side, more = {}) {
  const undo = [...state.undo, state.draft ? { draft: state.draft, view: state.view } : { view: state.view }].slice(-REMEMBERED);
  set({ draft: { board, side }, undo, redo: [], peek: null });
  const mine = ++reading;
  try {
    const view = await backend.position({ game: state.view.game, board, side, rules: state.view.rules, ...more });
    if (mine !== reading) return;
    if (view.error) throw new Refusal(view.error, 200);
    set({ view, draft: null, note: null });
    history.replaceState(null, '', `#${view.game}/${encodeURIComponent(view.text)}`);
    document.dispatchEvent(new CustomEvent('position', { detail: view }));
  } catch (error) {
    if (mine === reading) set({ note: complaint(error) });
  }
}

/** Gives all pieces that are neither on the board nor in the attacker's hand to the defender. */
export function giveRest() {
  const now = state.draft ?? state.view;
  return editBoard(now.board, now.side, { rest: true });
}

/** Other side to move. */
export function turnSide() {
  const now = state.draft ?? state.view;
  const sides = { black: 'white', white: 'black', X: 'O', O: 'X' };
  return editBoard(now.board, sides[now.side] ?? now.side);
}

/** An empty board. */
export function clearBoard() {
  const now = state.draft ?? state.view;
  return editBoard({ ...now.board, cells: {}, hands: { black: {}, white: {} }, lit: [], large: null }, now.side);
}

function travel(from, to) {
  const list = [...state[from]];
  const place = list.pop();
  if (!place) return;
  reading++;
  const here = state.draft ? { draft: state.draft, view: state.view } : { view: state.view };
  set({ [from]: list, [to]: [...state[to], here], view: place.view, draft: place.draft ?? null, note: null, peek: null });
  history.replaceState(null, '', `#${place.view.game}/${encodeURIComponent(place.view.text)}`);
  document.dispatchEvent(new CustomEvent('position', { detail: place.view }));
}

export const undo = () => travel('undo', 'redo');
export const redo = () => travel('redo', 'undo');

/** Shows the board after some moves without leaving the position. */
export async function peekLine(moves, from = state.view, caption = '') {
  try {
    const view = await backend.position({ game: from.game, text: from.text, rules: from.rules, moves });
    set({ peek: { view, caption: caption || lineText(moves) } });
  } catch (error) {
    set({ note: complaint(error) });
  }
}

/** Jobs that are followed: one stream for all of them. */
const followed = { ids: '', close: null };

function follow() {
  const live = Object.values(state.jobs).filter((job) => ['queued', 'running', 'paused'].includes(job.state)).map((job) => job.id).sort();
  const ids = live.join(',');
  if (ids === followed.ids) return;
  followed.close?.();
  followed.ids = ids;
  followed.close = live.length ? backend.follow(live, told) : null;
}

/** Takes news of a job. */
function told(snapshot) {
  const old = state.jobs[snapshot.id];
  if (!old || (old.seq ?? -1) > (snapshot.seq ?? 0)) return;
  const job = { ...old, ...snapshot };
  job.curve = [...(old.curve ?? []), [job.pn ?? 1, job.dn ?? 1]].slice(-160);
  const jobs = { ...state.jobs, [job.id]: job };
  if (job.state === 'gone') delete jobs[job.id];
  set({ jobs, job: state.job?.id === job.id ? job : state.job });
  if (job.state !== old.state && ['done', 'failed', 'stopped'].includes(job.state)) {
    document.dispatchEvent(new CustomEvent('job-end', { detail: job }));
  }
  follow();
}

/** Puts a job under the page's eyes. */
export function adopt(job, show = true) {
  set({ jobs: { ...state.jobs, [job.id]: job }, ...(show ? { job } : {}) });
  follow();
}

/** Shows a job and its position. */
export function showJob(id) {
  const job = state.jobs[id];
  set({ job, tab: { check: 'check', proof: 'proof' }[job.kind] ?? 'solve', editing: false });
  if (job.kind !== 'proof' && job.position !== state.view.text) asked(() => backend.position({ game: job.game, text: job.position, rules: job.rules }));
}

/** Starts a job; a refusal is shown and `null` comes back. */
export async function startJob(request, show = true) {
  try {
    const job = await backend.start(request);
    adopt({ ...job, request }, show);
    set({ note: null });
    return job;
  } catch (error) {
    set({ note: complaint(error) });
    announce(error.message);
    return null;
  }
}

/** Opens a certificate as a job. */
export async function openCertificate(file) {
  try {
    const job = await backend.upload(await file.arrayBuffer());
    adopt({ ...job, request: { kind: 'proof' } });
    set({ tab: 'proof' });
    return job;
  } catch (error) {
    set({ note: complaint(error) });
    return null;
  }
}

/** Pauses, goes on or stops. */
export async function command(id, what) {
  try {
    told(await backend.command(id, what));
    follow();
  } catch (error) {
    set({ note: complaint(error) });
  }
}

/** A button that saves a file of a job. */
export function saveButton(id, name, word) {
  return button(t(word), () => backend.save(id, name).catch((error) => set({ note: complaint(error) })), { 'data-file': name });
}

/** Forgets a job, here and there. */
export async function removeJob(id) {
  try {
    await backend.remove(id);
  } catch (error) {
    if (error.code !== 'gone' && error.code !== 'not-found') return set({ note: complaint(error) });
  }
  const jobs = { ...state.jobs };
  delete jobs[id];
  set({ jobs, job: state.job?.id === id ? null : state.job });
  follow();
}

/** Takes up the jobs that this browser started before it loaded the page anew. */
export async function findJobs() {
  const jobs = await backend.jobs();
  for (const job of jobs) state.jobs[job.id] = job;
  const open = jobs.filter((job) => ['running', 'paused', 'queued'].includes(job.state));
  const shown = open.findLast((job) => job.kind === 'solve') ?? jobs.findLast((job) => job.kind === 'solve');
  set({ jobs: { ...state.jobs }, job: shown ?? null });
  follow();
}
