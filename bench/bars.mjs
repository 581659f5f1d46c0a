/**
 * Every bar of the product's speed and memory, by the name of its figure; a name that ends in * holds for all figures that begin so.
 * A figure without a bar is only shown. A bar whose figure no benchmark printed is reported as not measured.
 */

/** Our figure may be at most `value` times the peer's. */
const ratio = (value) => ({ ratio: value })
const most = (value, unit) => ({ most: value, unit })
const least = (value, unit) => ({ least: value, unit })

/** Code that does by hand what a library does must be noticeably faster, or it goes. */
const gain = ratio(0.9)

/** Cost for one piece of work among many times more of them: linear, with a quarter for the noise of the machine. */
const linear = ratio(1.25)

export const bars = {
  'psd: 63 layers of a 108 MB file to PNGs': ratio(0.6),
  'psd: 63 layers, own PNG encoder against fflate': gain,
  'psd: longest task of the main thread': most(50, 'ms'),
  'psd: peak of the page process': most(250, 'MB'),
  'psd: wait for the first layer, share of the whole': most(0.08, 'share'),
  'psd: 62 million px with groups in groups, peak of the page process': most(600, 'MB'),

  'outline: 2000 px sticker to a path': ratio(0.25),
  'outline: mean error of the path': most(0.05, 'px'),
  'outline: a step of a slider at half the resolution': most(50, 'ms'),
  'outline: length of the path': ratio(0.2),
  'outline: noise refused': most(1000, 'ms'),

  'glyphs: first text of 61 characters from a large Chinese font': ratio(0.055),

  'template-search: by characters, press to frame, p95': most(100, 'ms'),
  'template-search: by pinyin, press to frame, p95': most(100, 'ms'),
  'template-search: by initials, press to frame, p95': most(100, 'ms'),

  'designer-drag: one of 50 layers, against Konva': ratio(0.3),
  'designer-drag: one of 500 layers, against Konva': ratio(0.05),
  'designer-drag: one of 50 layers, 10 with shadow and blend mode, against Konva': ratio(0.7),
  'designer-drag: 50 layers against 10× the cost of 5': linear,
  'designer-drag: 500 layers against 100× the cost of 5': linear,
  'designer-drag: document writes during a move': most(0, 'writes'),
  'designer-frames: frames a second with 300 layers': least(58, 'fps'),
  'designer-frames: a move of a box selection over 500 layers': most(16, 'ms of processor time'),

  'designer-keys: a press with 30 layers': most(8, 'ms of processor time'),
  'designer-keys: a press with 300 layers': most(8, 'ms of processor time'),
  'designer-keys: 300 layers against 10× the cost of 30': linear,

  'designer-open: click to all 30 pictures on the screen': ratio(0.6),

  'batch-preview: click to first picture, code not loaded before': most(100, 'ms'),
  'batch-preview: click to first picture, opened before': most(100, 'ms'),
  'batch-preview: click to all 100 pictures, scrolled through in 3 s': most(6000, 'ms'),
  'batch-preview: frames a second while scrolling': least(50, 'fps'),
  'batch-preview: memory over idle after scrolling through': most(150, 'MB'),
  'batch-preview: saving 100 sharp pictures': most(60_000, 'ms'),
  'batch-preview: peak of memory over idle while saving': most(150, 'MB'),

  'case-3d: without a graphics processor, click to first picture, code of the solid not loaded before': most(350, 'ms'),
  'case-3d: without a graphics processor, click to first picture, opened before': most(350, 'ms'),
  'case-3d: without a graphics processor, pictures a second while turning': least(24, 'fps'),

  'download: 400 pictures of 1.2 MB to archives': ratio(0.65),
  'download: JavaScript heap over idle, 400 pictures': most(32, 'MB'),
  'download: JavaScript heap over idle, 40 pictures': most(32, 'MB'),
  'download: peak of the page process': ratio(1),
  'download: one picture of 400 against one of 40': linear,

  'tiff: 1200×2500 RGBA, LZW with predictor': ratio(0.5),
  'tiff: size of 1200×2500 RGBA': ratio(1.05),
  'tiff: size of noise, against its pixels': ratio(1.05),
  'tiff: peak of memory for 8000×8000': most(300, 'MB'),
  'tiff: peak of memory for a PNG of 8000×8000': most(300, 'MB'),

  'import: 100 wireframe files': ratio(1.1),
  'import: import of a file, 100 files against 10': linear,
  'import: import of a file, 200 files against 10': linear,
  'import: dry run of a file, 100 files against 10': linear,
  'import: dry run of a file, 200 files against 10': linear,

  'list: all 100 models of a brand, *': ratio(3),
  'list: all 1000 models of a brand, *': ratio(3),
  'list: all 10000 models of a brand, *': ratio(3),
  'list: a move across *': ratio(3),
  'list: a row of 1000 models against one of 100': linear,
  'list: a row of 10000 models against one of 100': linear,
  'list: a page of 50 of *': ratio(3),

  'embedded: 100 pages of 10000 orders at once': gain,

  'scrolling: 500 pictures, longest task': most(50, 'ms of processor time'),
  'scrolling: 3000 matches, longest task': most(50, 'ms of processor time'),
  'scrolling: matches for a person to judge, longest task': most(50, 'ms of processor time'),

  'bridge: 10,000 calls, one after the other': ratio(1.3),
  'bridge: 10,000 calls, 32 in flight': ratio(0.5),
  'bridge: a 20 MB file in pieces': ratio(1.1),
  'bridge: 10,000 calls, one after the other, between windows': ratio(1.4),
  'bridge: 10,000 calls, 32 in flight, between windows': ratio(1.4),
  'bridge: a 20 MB file in pieces, between windows': ratio(1.2),

  'boot: JavaScript that the page names': most(150, 'KB gz'),
  'boot: JavaScript before the first list': most(330, 'KB gz'),
  // About 1 s and 0.7 s on the machine of docs/performance.md.
  'boot: address to a usable list, processor ÷ 4': ratio(2.2),
  'boot: first rows of 20,000 orders, processor ÷ 4': ratio(1.6),

  'start: npm start of a fresh clone': most(45, 's'),
  'start: npm start on an empty folder': most(6, 's'),
  'start: npm start, again': most(1.5, 's'),

  'limits: embedded, calls of one account, time per call': ratio(0.5),
  'limits: embedded, calls of 100 accounts, time per call': ratio(1),
  'limits: PostgreSQL, calls of one account, time per call': ratio(1),
  'limits: answered of a limit of 2000 over 4 processes': most(2100, 'calls'),

  'scale: the mix of 500 accounts on 2 processes against 1, time per call': ratio(1.05),
  'scale: the mix of 500 accounts on 4 processes against 1, time per call': ratio(1.05),
  'scale: a page of 1000 orders, against bare SQL': ratio(3),
  'scale: a page of 10000 orders, against bare SQL': ratio(3),
  'scale: a page of 100000 orders, against bare SQL': ratio(3),

  'render: print file of 30 layers at 300 dpi': ratio(1),
  'render: memory at the end of 200 in a row against the beginning': ratio(1.1),

  'sheet: 35 cases on a bed of 600 × 900 mm': ratio(2),
  'sheet: peak of the process that makes it': most(300, 'MB'),

  'drawings: icons alike in every engine': least(99.5, '%'),
  'drawings: illustrations alike in every engine': least(99.5, '%'),

  'buyer: address to a list of phones that answers': most(1200, 'ms'),
  'buyer: JavaScript before the list of phones': most(30, 'KB gz'),
  'buyer: JavaScript of the page': most(105, 'KB gz'),
  'buyer: frames a second while pinching, 15 layers': least(58, 'fps'),
  'buyer-peak: save, p95 of 100 parallel buyers': most(100, 'ms'),
  'buyer-peak: upload of *': most(3000, 'ms'),
  'buyer-peak: submission until its code is there, p95': most(1000, 'ms'),
  'buyer-peak: submission with its print file, p95': most(30_000, 'ms'),
  "buyer-peak: the seller's list beside them, p95 more than alone": most(50, 'ms'),

  'cutout: head, 1.6 megapixels': ratio(1.5),
  'cutout: body, 1.6 megapixels': ratio(2),

  'print: longest stall of the page': most(50, 'ms'),
  'order-sync: a quiet round of 500 shops': most(60, 's'),
  'order-sync: beside a shop that does not answer': ratio(1.25),

  'home: *': most(100, 'ms'),
  'order-files: orders imported a second': least(400, 'orders'),
  'order-files: csv of 100000 rows, chosen to planned': most(20, 's'),
  'order-files: csv of 100000 rows, peak of the page over idle': most(300, 'MB'),
  'order-workbooks: xlsx of 100000 rows, chosen to planned': most(20, 's'),
  'order-workbooks: xlsx of 100000 rows, peak of the page over idle': most(300, 'MB'),

  'matcher: a name of 3,000 against one of 300': linear,
  'recording: *': ratio(2),
}

/** Returns the bar of a figure, or null. */
export function barOf(name) {
  const key = Object.keys(bars).find((one) => one === name || (one.endsWith('*') && name.startsWith(one.slice(0, -1))))
  return key === undefined ? null : bars[key]
}

/** Returns the bars of a benchmark that none of these figures is measured against, as [name, bar]. */
export function unmeasured(bench, names) {
  const isMeasured = (key) => names.some((name) => name === key || (key.endsWith('*') && name.startsWith(key.slice(0, -1))))
  return Object.entries(bars).filter(([key]) => key.startsWith(`${bench}: `) && !isMeasured(key))
}
