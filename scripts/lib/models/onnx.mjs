// Writes an ONNX model: only the protobuf messages that a model needs.

const floatType = 1
const int64Type = 7

/** @param {number} value A whole number from 0. */
function varint(value) {
  const bytes = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  bytes.push(rest)
  return Buffer.from(bytes)
}

/** @param {number} field @param {number} value */
const int = (field, value) => Buffer.concat([varint(field * 8), varint(value)])

/** @param {number} field @param {Buffer} value */
const bytes = (field, value) => Buffer.concat([varint(field * 8 + 2), varint(value.length), value])

/** @param {number} field @param {string} value */
const text = (field, value) => bytes(field, Buffer.from(value))

/** @param {number} field @param {Buffer[]} parts */
const message = (field, ...parts) => bytes(field, Buffer.concat(parts))

/** @param {number} field @param {string} name @param {number[]} shape */
const value = (field, name, shape) =>
  message(
    field,
    text(1, name),
    message(2, message(1, int(1, floatType), message(2, ...shape.map((size) => message(1, int(1, size)))))),
  )

/** @param {string} name @param {number | string | number[]} given A whole number, a string or a list of whole numbers. */
function attribute(name, given) {
  if (typeof given === 'string') return message(5, text(1, name), text(4, given), int(20, 3))
  if (typeof given === 'number') return message(5, text(1, name), int(3, given), int(20, 2))
  return message(5, text(1, name), bytes(8, Buffer.concat(given.map(varint))), int(20, 7))
}

/** A graph under construction. Values are referred to by their names. */
export class OnnxGraph {
  /** @type {Buffer[]} */
  #nodes = []
  /** @type {Buffer[]} */
  #constants = []
  #names = 0

  /**
   * Adds a node and returns the name of its output.
   * @param {string} type
   * @param {string[]} inputs '' where an optional input is left out.
   * @param {Readonly<Record<string, number | string | number[]>>} [attributes]
   */
  node(type, inputs, attributes = {}) {
    const output = `v${++this.#names}`
    const given = Object.entries(attributes).map(([name, entry]) => attribute(name, entry))
    this.#nodes.push(message(1, ...inputs.map((name) => text(1, name)), text(2, output), text(4, type), ...given))
    return output
  }

  /** @param {Float32Array} values @param {number[]} shape */
  floats(values, shape) {
    return this.#constant(floatType, Buffer.from(values.buffer, values.byteOffset, values.byteLength), shape)
  }

  /** @param {number[]} values A list of whole numbers. */
  ints(values) {
    return this.#constant(int64Type, Buffer.from(BigInt64Array.from(values, BigInt).buffer), [values.length])
  }

  /** @param {number} type @param {Buffer} raw @param {number[]} shape */
  #constant(type, raw, shape) {
    const name = `c${this.#constants.length}`
    this.#constants.push(message(5, ...shape.map((size) => int(1, size)), int(2, type), text(8, name), bytes(9, raw)))
    return name
  }

  /**
   * Returns the file. The operators are those of opset version 13.
   * @param {{ name: string, shape: number[] }} input
   * @param {{ name: string, shape: number[] }} output
   */
  toBytes(input, output) {
    const graph = message(
      7,
      ...this.#nodes,
      text(2, 'graph'),
      ...this.#constants,
      value(11, input.name, input.shape),
      value(12, output.name, output.shape),
    )
    return Buffer.concat([int(1, 7), graph, message(8, text(1, ''), int(2, 13))])
  }
}
