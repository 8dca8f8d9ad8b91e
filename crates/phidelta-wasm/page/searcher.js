// A Worker with the searches inside: the JavaScript side of the border (`abi.rs`).

/** What the page wants, in memory that both share, where there is such a thing. */
const [GO_ON, PAUSE, STOP] = [0, 1, 2];
let wish = null;
let desk = null;

const bytesAt = (at, length) => new Uint8Array(desk.memory.buffer, at, length);

const outside = {
  now: () => performance.now() / 1000,
  tell: (at, length) => postMessage({ told: JSON.parse(new TextDecoder().decode(bytesAt(at, length))) }),
  look() {
    if (!wish) return 0;
    let waited = false;
    while (Atomics.load(wish, 0) === PAUSE) {
      Atomics.wait(wish, 0, PAUSE);
      waited = true;
    }
    return Atomics.load(wish, 0) === STOP ? 1 : waited ? 2 : 0;
  },
};

/** Copies bytes to where the searches read them. */
function put(bytes) {
  const at = desk.room(bytes.length);
  bytesAt(at, bytes.length).set(bytes);
  return [at, bytes.length];
}

function call(name, request, file) {
  const text = put(new TextEncoder().encode(`${name}\n${JSON.stringify(request ?? null)}`));
  const bytes = put(new Uint8Array(file ?? 0));
  const answer = BigInt.asUintN(64, desk.call(...text, ...bytes));
  const [at, length] = [Number(answer >> 32n), Number(answer & 0xffffffffn)];
  const kind = bytesAt(at, 1)[0];
  const content = bytesAt(at, length).slice(1);
  for (const [place, size] of [text, bytes, [at, length]]) desk.done(place, size);
  if (kind === 2) return { file: content.buffer };
  const json = JSON.parse(new TextDecoder().decode(content));
  return kind === 0 ? { json } : { refused: json };
}

let ready = null;

onmessage = async ({ data }) => {
  if (data.module) {
    wish = data.wish;
    ready = WebAssembly.instantiate(data.module, { outside }).then((instance) => {
      desk = instance.exports;
    });
    return;
  }
  try {
    await ready;
    if (wish && data.call === 'run') Atomics.compareExchange(wish, 0, STOP, GO_ON);
    postMessage({ number: data.number, ...call(data.call, data.request, data.file) });
  } catch (error) {
    // A trap: what is in this memory is not to be trusted any more.
    postMessage({ number: data.number, crashed: String(error) });
  }
};
