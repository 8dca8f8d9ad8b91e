// The page: header, board side, panel side, keys.

import * as desk from './desk.js';
import { Stage } from './stage.js';
import { CheckPanel } from './panels/check.js';
import { ClusterPanel } from './panels/cluster.js';
import { LearnPanel } from './panels/learn.js';
import { ProofPanel } from './panels/proof.js';
import { SolvePanel } from './panels/solve.js';
import { button, choice, fill, h, labelled, put } from './parts/dom.js';
import { onKeys } from './parts/keys.js';
import { announce, announceIn } from './parts/live.js';
import { grouped, number } from './parts/numbers.js';
import { set, state, watch } from './state.js';
import { t } from './words.js';

/** The last one is there if the server looks at a cluster. */
let TABS = ['solve', 'proof', 'check', 'learn', 'cluster'];
const byId = (id) => document.getElementById(id);

/** Settings that this browser remembers; a browser that remembers nothing is fine too. */
const settings = {
  load() {
    try {
      return JSON.parse(localStorage.getItem('phidelta') ?? '{}');
    } catch {
      return {};
    }
  },
  save() {
    try {
      localStorage.setItem('phidelta', JSON.stringify({ language: state.language, theme: state.theme, pieces: state.pieces }));
    } catch {
      // Private windows may refuse.
    }
  },
};

let stage;
let panels;
let tabs;

function header() {
  const text = h('textarea', { id: 'paste', rows: 1, placeholder: t('paste'), 'aria-label': t('paste-here'), spellcheck: 'false' });
  const file = h('input', { type: 'file', class: 'unseen', id: 'file', tabindex: -1, 'aria-hidden': 'true', onchange: () => {
    if (file.files[0]) desk.openFile(file.files[0]);
    file.value = '';
  } });
  const read = async () => {
    if (await desk.openText(text.value)) text.value = '';
  };
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    read();
  });
  text.addEventListener('paste', () => setTimeout(read, 0));
  const games = state.about.games.map((game) => [game.name, t(`game-${game.name}`)]);
  const game = choice(games, state.view?.game, (name) => {
    text.value = '';
    desk.chooseGame(name);
  }, { id: 'game', 'aria-label': t('game') });
  fill(byId('head'),
    h('h1', null, 'phidelta'), game, h('div', { class: 'paste' }, text, button(t('read'), read), button(t('open-file'), () => file.click()), file),
    h('div', { class: 'corner' },
      button(state.language === 'ja' ? 'English' : '日本語', () => change({ language: state.language === 'ja' ? 'en' : 'ja' }), { id: 'language', lang: state.language === 'ja' ? 'en' : 'ja' }),
      button('⚙', settingsDialog, { 'aria-label': t('settings'), title: t('settings'), id: 'settings' }),
      button('?', helpDialog, { 'aria-label': t('help'), title: t('help'), id: 'help' })));
}

/** Changes a setting: the page is built anew, the state stays. */
function change(patch) {
  set(patch);
  settings.save();
  build();
}

function dialog(title, ...content) {
  const box = h('dialog', { 'aria-label': title, onclose: () => box.remove() }, h('h2', null, title), ...content,
    h('p', { class: 'row-of-buttons' }, button(t('close'), () => box.close(), { autofocus: true })));
  document.body.append(box);
  box.showModal();
}

function settingsDialog() {
  const pairs = (name, values) => values.map((value) => [value, t(`${name}-${value}`)]);
  dialog(t('settings'),
    labelled(t('language'), choice([['en', 'English'], ['ja', '日本語']], state.language, (language) => change({ language }))),
    labelled(t('theme'), choice(pairs('theme', ['auto', 'light', 'dark']), state.theme, (theme) => change({ theme }))),
    labelled(t('pieces'), choice(pairs('pieces', ['auto', 'kanji', 'letters']), state.pieces, (pieces) => change({ pieces }))));
}

function helpDialog() {
  dialog(t('help'), h('p', null, t('help-text')), desk.backend.here ? h('p', null, t('help-here')) : null, h('h3', null, t('keys-title')),
    h('ul', { class: 'keys' }, t('keys-text').split(' · ').map((line) => h('li', null, line))),
    h('p', { class: 'quiet' }, `phidelta ${state.about.version}`));
}

function tabBar() {
  tabs = TABS.map((name, i) => button(t(`tab-${name}`), () => choose(name), { role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, title: String(i + 1) }));
  const bar = h('div', { role: 'tablist', 'aria-label': t('tabs'), class: 'tabs' }, tabs);
  bar.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (TABS.indexOf(state.tab) + step + TABS.length) % TABS.length;
    choose(TABS[next]);
    tabs[next].focus();
  });
  return bar;
}

/** Shows a panel. */
function choose(tab) {
  set({ tab, peek: null });
}

function build() {
  document.documentElement.lang = state.language;
  document.title = t('title');
  put(document.documentElement, { 'data-theme': state.theme === 'auto' ? null : state.theme });
  byId('skip-board').textContent = t('skip-to-board');
  byId('skip-panel').textContent = t('skip-to-panel');
  header();
  stage = new Stage(byId('stage'));
  const bar = tabBar();
  const old = panels;
  panels = { solve: new SolvePanel(), proof: new ProofPanel(stage), check: new CheckPanel(), learn: new LearnPanel(), cluster: new ClusterPanel() };
  for (const name of TABS) {
    panels[name].inherit?.(old?.[name]);
    put(panels[name].element, { role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}` });
  }
  fill(byId('panel'), bar, TABS.map((name) => panels[name].element));
  render();
}

function render() {
  if (!panels || !state.view) return;
  document.body.dataset.tab = state.tab;
  document.body.dataset.game = state.view.game;
  const game = byId('game');
  if (game && game.value !== state.view.game) game.value = state.view.game;
  TABS.forEach((name, i) => {
    const on = name === state.tab;
    put(tabs[i], { 'aria-selected': on ? 'true' : 'false', tabindex: on ? 0 : -1 });
    panels[name].element.hidden = !on;
  });
  stage.render(panels.proof);
  panels[state.tab].render();
}

function keys() {
  const job = () => state.job;
  onKeys({
    'ctrl+enter': () => panels.solve.start(),
    'ctrl+.': () => job() && desk.command(job().id, 'stop'),
    'ctrl+,': () => job() && desk.command(job().id, job().state === 'running' ? 'pause' : 'go-on'),
    'ctrl+z': desk.undo,
    'ctrl+y': desk.redo,
    'ctrl+b': () => stage.copyText(),
    f: () => set({ flipped: !state.flipped }),
    e: () => stage.toggleEdit(),
    r: () => state.editing && state.view.game === 'shogi' ? desk.giveRest() : false,
    n: () => job() && announce(t('announce-progress', { nodes: grouped(job().nodes), pn: number(job().pn), dn: number(job().dn) })),
    b: () => stage.readOut(),
    h: () => stage.readLine('rank'),
    v: () => stage.readLine('file'),
    m: () => stage.readMoves(),
    '?': helpDialog,
    1: () => choose('solve'), 2: () => choose('proof'), 3: () => choose('check'), 4: () => choose('learn'), 5: () => state.about.cluster ? choose('cluster') : false,
    arrowleft: () => state.tab === 'proof' ? panels.proof.back() : false,
    arrowright: () => state.tab === 'proof' ? panels.proof.forward() : false,
    arrowup: () => state.tab === 'proof' ? panels.proof.move(-1) : false,
    arrowdown: () => state.tab === 'proof' ? panels.proof.move(1) : false,
    enter: (event) => state.tab === 'proof' && event.target === document.body ? panels.proof.descend() : false,
  });
}

function pasteAndDrop() {
  document.addEventListener('paste', (event) => {
    if (event.target.closest?.('textarea, input')) return;
    const file = event.clipboardData?.files?.[0];
    if (file) desk.openFile(file);
    else desk.openText(event.clipboardData?.getData('text/plain') ?? '');
    event.preventDefault();
  });
  const veil = h('div', { class: 'veil', hidden: true }, t('drop-here'));
  document.body.append(veil);
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    veil.hidden = false;
  });
  document.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) veil.hidden = true;
  });
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    veil.hidden = true;
    const file = event.dataTransfer?.files?.[0];
    if (file) desk.openFile(file);
    else desk.openText(event.dataTransfer?.getData('text/plain') ?? '');
  });
}

async function start() {
  const saved = settings.load();
  const language = saved.language ?? (navigator.language?.startsWith('ja') ? 'ja' : 'en');
  set({ theme: 'auto', pieces: 'auto', ...saved, language });
  announceIn(byId('live'));
  try {
    set({ about: await desk.backend.about() });
  } catch (error) {
    fill(byId('stage'), h('p', { class: 'note error', role: 'alert' }, desk.complaint(error).text));
    return;
  }
  if (!state.about.cluster) TABS = TABS.filter((name) => name !== 'cluster');
  await (desk.openLink(location.hash) ?? desk.chooseGame('shogi'));
  if (!state.view) await desk.chooseGame('shogi');
  set({ undo: [] });
  build();
  watch(render);
  keys();
  pasteAndDrop();
  window.addEventListener('hashchange', () => desk.openLink(location.hash));
  await desk.findJobs().catch(() => {});
  document.documentElement.dataset.ready = 'true';
}

start();
