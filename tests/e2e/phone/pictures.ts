/** Pictures made in the browser, and what can be seen of one. */

const quarters = { red: '#f00', green: '#0f0', blue: '#00f', white: '#fff' };
type Colour = keyof typeof quarters | 'black' | 'other';

export interface Wish {
  type: 'image/jpeg' | 'image/png' | 'image/webp';
  width: number;
  height: number;
  /** True for noise as of a sensor at night, which makes the largest files. */
  noisy?: boolean;
  /** Its right half is transparent. */
  transparent?: boolean;
}

/** Quarters of red and green, and below them blue and white. */
export async function paint({ type, width, height, noisy, transparent }: Wish): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = contextOf(canvas);
  if (noisy) {
    context.fillStyle = context.createPattern(noise(), 'repeat') ?? '';
    context.fillRect(0, 0, width, height);
  }
  context.globalAlpha = noisy ? 0.5 : 1;
  Object.values(quarters).forEach((colour, index) => {
    context.fillStyle = colour;
    context.fillRect(((index % 2) * width) / 2, (Math.floor(index / 2) * height) / 2, width / 2, height / 2);
  });
  if (transparent) context.clearRect(width / 2, 0, width / 2, height);
  return canvas.convertToBlob({ type, quality: 0.95 });
}

function noise(): OffscreenCanvas {
  const tile = new OffscreenCanvas(512, 512);
  const data = new ImageData(512, 512);
  for (let at = 0; at < data.data.length; at += 1) data.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
  contextOf(tile).putImageData(data, 0, 0);
  return tile;
}

/** The JPEG as a phone that was held upright writes it: to be turned by a quarter, and with the place it was taken. */
export async function withExif(jpeg: Blob): Promise<Blob> {
  const place = [entry(0x0001, 2, 2, 0x4e00_0000), entry(0x0002, 5, 3, 0)];
  const main = [entry(0x0112, 3, 1, 0x0006_0000), entry(0x8825, 4, 1, 8 + directoryBytes(2))];
  const tiff = [...ascii('MM\0*'), ...number(8, 4), ...directory(main), ...directory(place)];
  const segment = [...ascii('Exif\0\0'), ...tiff];
  const head = [0xff, 0xe1, ...number(segment.length + 2, 2), ...segment];
  return new Blob([jpeg.slice(0, 2), Uint8Array.from(head), jpeg.slice(2)], { type: 'image/jpeg' });
}

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const number = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => (value >>> (8 * (bytes - 1 - index))) & 255);
const entry = (tag: number, type: number, count: number, value: number) => [
  ...number(tag, 2),
  ...number(type, 2),
  ...number(count, 4),
  ...number(value, 4),
];
const directoryBytes = (entries: number) => 2 + 12 * entries + 4;
const directory = (entries: number[][]) => [...number(entries.length, 2), ...entries.flat(), ...number(0, 4)];

/** Returns the visible content of a picture, and whether its metadata holds a location. */
export async function lookAt(picture: Blob) {
  const bitmap = await createImageBitmap(picture);
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  contextOf(canvas).drawImage(bitmap, 0, 0);
  bitmap.close();
  const at = (x: number, y: number) => colourAt(canvas, x * width, y * height);
  const bytes = new TextDecoder('latin1').decode(await picture.slice(0, 65_536).arrayBuffer());
  return {
    width,
    height,
    quarters: [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)],
    hasExif: bytes.includes('Exif\0\0'),
  };
}

/** Left out around a part: what JPEG smears over its edge, in fractions of the picture. */
const edge = 0.012;

/** The share of black pixels in a part of the picture, and in what is around it. */
export async function blackness(
  picture: Blob,
  part: { x: number; y: number; width: number; height: number },
) {
  const bitmap = await createImageBitmap(picture);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  contextOf(canvas).drawImage(bitmap, 0, 0);
  const { data, width, height } = contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height);
  const all = { inside: 0, outside: 0 };
  const black = { inside: 0, outside: 0 };
  for (let at = 0; at < data.length; at += 4) {
    const column = (at / 4) % width;
    const across = Math.abs((column + 0.5) / width - part.x - part.width / 2) - part.width / 2;
    const along =
      Math.abs(((at / 4 - column) / width + 0.5) / height - part.y - part.height / 2) - part.height / 2;
    const beyond = Math.max(across, along);
    if (Math.abs(beyond) < edge) continue;
    const where = beyond < 0 ? 'inside' : 'outside';
    all[where] += 1;
    if (Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) < 16) black[where] += 1;
  }
  return { inside: black.inside / all.inside, outside: black.outside / all.outside };
}

function colourAt(canvas: OffscreenCanvas, x: number, y: number): Colour {
  const [red = 0, green = 0, blue = 0] = contextOf(canvas).getImageData(x, y, 1, 1).data;
  const bits = [red, green, blue].map((part) => (part > 170 ? 1 : part < 85 ? 0 : '?')).join('');
  const names: Record<string, Colour> = {
    100: 'red',
    '010': 'green',
    '001': 'blue',
    111: 'white',
    '000': 'black',
  };
  return names[bits] ?? 'other';
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas');
  return context;
}
