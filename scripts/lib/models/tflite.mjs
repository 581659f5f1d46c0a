// Reads the graph of a TensorFlow Lite model (a FlatBuffer): its tensors, its constants and its operators in order.

/** Numbers of the schema's BuiltinOperator, for the operators that the models use. */
const operatorNames = {
  0: 'ADD',
  3: 'CONV_2D',
  4: 'DEPTHWISE_CONV_2D',
  18: 'MUL',
  22: 'RESHAPE',
  23: 'RESIZE_BILINEAR',
  25: 'SOFTMAX',
  39: 'TRANSPOSE',
  67: 'TRANSPOSE_CONV',
  74: 'SUM',
  97: 'RESIZE_NEAREST_NEIGHBOR',
}

const float32 = 0
const int32 = 2

/** A table of a FlatBuffer; fields are addressed by their number in the schema. */
class Table {
  /** @param {DataView} view @param {number} at */
  constructor(view, at) {
    this.view = view
    this.at = at
    this.slots = at - view.getInt32(at, true)
  }

  /** Returns the position of a field, 0 when it has its default. @param {number} field */
  place(field) {
    const slot = 4 + 2 * field
    if (slot >= this.view.getUint16(this.slots, true)) return 0
    const offset = this.view.getUint16(this.slots + slot, true)
    return offset === 0 ? 0 : this.at + offset
  }

  /** @param {number} field @param {number} [otherwise] */
  byte(field, otherwise = 0) {
    const place = this.place(field)
    return place === 0 ? otherwise : this.view.getInt8(place)
  }

  /** @param {number} field @param {number} [otherwise] */
  int(field, otherwise = 0) {
    const place = this.place(field)
    return place === 0 ? otherwise : this.view.getInt32(place, true)
  }

  /** @param {number} field */
  table(field) {
    const place = this.place(field)
    return place === 0 ? null : new Table(this.view, place + this.view.getUint32(place, true))
  }

  /** @param {number} field @returns {{ at: number, length: number }} */
  vector(field) {
    const place = this.place(field)
    if (place === 0) return { at: 0, length: 0 }
    const at = place + this.view.getUint32(place, true)
    return { at: at + 4, length: this.view.getUint32(at, true) }
  }

  /** @param {number} field */
  ints(field) {
    const { at, length } = this.vector(field)
    return Array.from({ length }, (_, index) => this.view.getInt32(at + 4 * index, true))
  }

  /** @param {number} field */
  tables(field) {
    const { at, length } = this.vector(field)
    return Array.from({ length }, (_, index) => {
      const place = at + 4 * index
      return new Table(this.view, place + this.view.getUint32(place, true))
    })
  }
}

/**
 * @typedef {{ shape: number[], floats: Float32Array | null, ints: number[] | null }} Tensor Constants carry their values.
 * @typedef {{ name: string, inputs: number[], outputs: number[], options: Table | null }} Operator
 * @typedef {{ tensors: Tensor[], operators: Operator[], inputs: number[], outputs: number[] }} Graph
 */

/**
 * @param {Buffer} bytes
 * @returns {Graph}
 */
export function readTflite(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.toString('latin1', 4, 8) !== 'TFL3') throw new Error('not a TensorFlow Lite model')
  const model = new Table(view, view.getUint32(0, true))
  // The operator's number was one byte at first; larger numbers are in a field added later.
  const codes = model.tables(1).map((code) => Math.max(code.byte(0), code.int(3)))
  const [graph, ...more] = model.tables(2)
  if (!graph || more.length > 0) throw new Error('expected a model with one graph')
  const buffers = model.tables(4)
  const tensors = graph.tables(0).map((tensor) => {
    const { at, length } = buffers[tensor.int(2)]?.vector(0) ?? { at: 0, length: 0 }
    const type = tensor.byte(1)
    if (length > 0 && type !== float32 && type !== int32) throw new Error(`constants of type ${type} are not read`)
    const data = bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + at + length)
    return {
      shape: tensor.ints(0),
      floats: length > 0 && type === float32 ? new Float32Array(data) : null,
      ints: length > 0 && type === int32 ? [...new Int32Array(data)] : null,
    }
  })
  const operators = graph.tables(3).map((operator) => {
    const code = codes[operator.int(0)] ?? -1
    const name = operatorNames[/** @type {keyof typeof operatorNames} */ (code)]
    if (name === undefined) throw new Error(`operator ${code} is not known`)
    return { name, inputs: operator.ints(1), outputs: operator.ints(2), options: operator.table(4) }
  })
  return { tensors, operators, inputs: graph.ints(1), outputs: graph.ints(2) }
}
