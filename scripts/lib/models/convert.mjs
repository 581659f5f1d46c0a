// Converts a TensorFlow Lite graph to the same graph in ONNX, so that one runtime runs every model.
import { OnnxGraph } from './onnx.mjs'
import { readTflite } from './tflite.mjs'

/** @typedef {import('./tflite.mjs').Operator} Operator */

const channelsFirst = [0, 3, 1, 2]
const channelsLast = [0, 2, 3, 1]
/** Numbers of the schema's ActivationFunctionType. */
const activations = { none: 0, relu: 1, relu6: 3 }
const same = 0

/** @param {number[]} shape */
const first = (shape) => channelsFirst.map((axis) => shape[axis] ?? 0)

/**
 * Returns values with their axes reordered: `order[k]` is the old axis that becomes axis k.
 * @param {Float32Array} values @param {number[]} shape @param {number[]} order
 */
function transposed(values, shape, order) {
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, size) => product * size, 1))
  const target = order.map((axis) => ({ size: shape[axis] ?? 0, stride: strides[axis] ?? 0 }))
  const out = new Float32Array(values.length)
  let at = 0
  /** @param {number} depth @param {number} from */
  const walk = (depth, from) => {
    const axis = target[depth]
    if (!axis) {
      out[at++] = values[from] ?? 0
      return
    }
    for (let index = 0; index < axis.size; index++) walk(depth + 1, from + index * axis.stride)
  }
  walk(0, 0)
  return { values: out, shape: target.map(({ size }) => size) }
}

/**
 * Returns TensorFlow's padding mode as numbers: before and after, with the odd one after.
 * @param {number} size @param {number} kernel @param {number} stride @param {number} dilation @param {number} mode
 */
function padding(size, kernel, stride, dilation, mode) {
  if (mode !== same) return [0, 0]
  const reach = (kernel - 1) * dilation + 1
  const all = Math.max(0, (Math.ceil(size / stride) - 1) * stride + reach - size)
  return [Math.floor(all / 2), Math.ceil(all / 2)]
}

class Conversion {
  /** @param {import('./tflite.mjs').Graph} graph */
  constructor(graph) {
    this.graph = graph
    this.onnx = new OnnxGraph()
    /** Names of values with channels before rows and columns, the order in which ONNX computes. @type {Map<number, string>} */
    this.firsts = new Map()
    /** Names of the same values in TensorFlow's order, made only for operators that refer to it. @type {Map<number, string>} */
    this.lasts = new Map()
  }

  /** @param {number} index */
  tensor(index) {
    const tensor = this.graph.tensors[index]
    if (!tensor) throw new Error(`the graph has no tensor ${index}`)
    return tensor
  }

  /** @param {number} index A value with four axes, or constants along the channels. @returns {string} */
  first(index) {
    const known = this.firsts.get(index)
    if (known !== undefined) return known
    const { floats, shape } = this.tensor(index)
    let name
    if (floats) {
      if (shape.length !== 1) throw new Error(`constant ${index}: expected one number per channel`)
      name = this.onnx.floats(floats, [shape[0] ?? 1, 1, 1])
    } else name = this.onnx.node('Transpose', [this.named(this.lasts, index)], { perm: channelsFirst })
    this.firsts.set(index, name)
    return name
  }

  /** @param {number} index @returns {string} */
  last(index) {
    const known = this.lasts.get(index)
    if (known !== undefined) return known
    const name = this.onnx.node('Transpose', [this.named(this.firsts, index)], { perm: channelsLast })
    this.lasts.set(index, name)
    return name
  }

  /** @param {ReadonlyMap<number, string>} names @param {number} index */
  named(names, index) {
    const name = names.get(index)
    if (name === undefined) throw new Error(`value ${index} is used before it is made`)
    return name
  }

  /** @param {string} name @param {number} activation */
  activated(name, activation) {
    if (activation === activations.none) return name
    if (activation === activations.relu) return this.onnx.node('Relu', [name])
    if (activation !== activations.relu6) throw new Error(`activation ${activation} is not known`)
    const bound = (/** @type {number} */ value) => this.onnx.floats(Float32Array.of(value), [])
    return this.onnx.node('Clip', [name, bound(0), bound(6)])
  }

  /** @param {Operator} operator @param {{ depthwise: boolean }} kind */
  convolution({ inputs, options }, { depthwise }) {
    const [input = -1, weight = -1, bias = -1] = inputs
    const { floats, shape } = this.tensor(weight)
    if (!floats || !options) throw new Error('a convolution needs constant weights')
    const [, height = 0, width = 0, channels = 0] = shape
    const kernel = transposed(floats, shape, depthwise ? [3, 0, 1, 2] : [0, 3, 1, 2])
    const [, rows = 0, columns = 0, given = 0] = this.tensor(input).shape
    if (depthwise && channels !== given) throw new Error('a depthwise convolution that adds channels is not known')
    // The options of both kinds have the same fields, except for one in between.
    const [activation, dilationX, dilationY] = depthwise ? [4, 5, 6] : [3, 4, 5]
    const stride = [options.int(2, 1), options.int(1, 1)]
    const dilation = [options.int(dilationY, 1), options.int(dilationX, 1)]
    const [top = 0, bottom = 0] = padding(rows, height, stride[0] ?? 1, dilation[0] ?? 1, options.byte(0))
    const [left = 0, right = 0] = padding(columns, width, stride[1] ?? 1, dilation[1] ?? 1, options.byte(0))
    const name = this.onnx.node('Conv', [this.first(input), this.onnx.floats(kernel.values, kernel.shape), this.bias(bias)], {
      kernel_shape: [height, width],
      strides: stride,
      dilations: dilation,
      pads: [top, left, bottom, right],
      group: depthwise ? channels : 1,
    })
    return { first: this.activated(name, options.byte(activation)) }
  }

  /** @param {number} index */
  bias(index) {
    const { floats, shape } = this.tensor(index)
    if (!floats) throw new Error('a bias must be constant')
    return this.onnx.floats(floats, shape)
  }

  /** @param {Operator} operator */
  transposedConvolution({ inputs, outputs, options }) {
    const [, weight = -1, input = -1, bias = -1] = inputs
    const { floats, shape } = this.tensor(weight)
    if (!floats || !options) throw new Error('a convolution needs constant weights')
    const [, height = 0, width = 0] = shape
    const stride = [options.int(2, 1), options.int(1, 1)]
    const [, rows, columns] = this.tensor(outputs[0] ?? -1).shape
    const [, fromRows = 0, fromColumns = 0] = this.tensor(input).shape
    const covers = rows === fromRows * (stride[0] ?? 1) && columns === fromColumns * (stride[1] ?? 1)
    if (height !== stride[0] || width !== stride[1] || !covers)
      throw new Error('a transposed convolution that overlaps is not known')
    const kernel = transposed(floats, shape, [3, 0, 1, 2])
    const name = this.onnx.node(
      'ConvTranspose',
      [this.first(input), this.onnx.floats(kernel.values, kernel.shape), this.bias(bias)],
      { kernel_shape: [height, width], strides: stride },
    )
    return { first: this.activated(name, options.byte(3)) }
  }

  /** @param {Operator} operator @param {string} type */
  arithmetic({ inputs: [a = -1, b = -1], options }, type) {
    return { first: this.activated(this.onnx.node(type, [this.first(a), this.first(b)]), options?.byte(0) ?? 0) }
  }

  /**
   * @param {Operator} operator @param {{ mode: string, options: [number, number] }} how The option fields for aligned corners and
   * for pixel centres.
   */
  resize({ inputs: [input = -1], outputs: [output = -1], options }, { mode, options: [corners, centres] }) {
    if (options?.byte(corners) || !options?.byte(centres)) throw new Error('only resizing by centres of pixels is known')
    const sizes = this.onnx.ints(first(this.tensor(output).shape))
    const rounding = mode === 'nearest' ? { nearest_mode: 'round_prefer_floor' } : {}
    const attributes = { mode, coordinate_transformation_mode: 'half_pixel', ...rounding }
    return { first: this.onnx.node('Resize', [this.first(input), '', '', sizes], attributes) }
  }

  /** @param {Operator} operator */
  sum({ inputs: [input = -1, axis = -1], options }) {
    const axes = this.tensor(axis).ints
    if (!axes || !options?.byte(0)) throw new Error('only sums along fixed axes that stay are known')
    return {
      first: this.onnx.node('ReduceSum', [this.first(input), this.onnx.ints(axes.map((of) => channelsFirst.indexOf(of)))]),
    }
  }

  /** @param {Operator} operator @returns {{ first?: string, last?: string }} */
  convert(operator) {
    const [input = -1, more = -1] = operator.inputs
    const [output = -1] = operator.outputs
    switch (operator.name) {
      case 'CONV_2D':
        return this.convolution(operator, { depthwise: false })
      case 'DEPTHWISE_CONV_2D':
        return this.convolution(operator, { depthwise: true })
      case 'TRANSPOSE_CONV':
        return this.transposedConvolution(operator)
      case 'ADD':
        return this.arithmetic(operator, 'Add')
      case 'MUL':
        return this.arithmetic(operator, 'Mul')
      case 'SUM':
        return this.sum(operator)
      case 'RESIZE_BILINEAR':
        return this.resize(operator, { mode: 'linear', options: [2, 3] })
      case 'RESIZE_NEAREST_NEIGHBOR':
        return this.resize(operator, { mode: 'nearest', options: [0, 1] })
      case 'RESHAPE':
        return { last: this.onnx.node('Reshape', [this.last(input), this.onnx.ints(this.tensor(output).shape)]) }
      case 'TRANSPOSE':
        return { last: this.onnx.node('Transpose', [this.last(input)], { perm: this.tensor(more).ints ?? [] }) }
      case 'SOFTMAX':
        return { last: this.onnx.node('Softmax', [this.last(input)], { axis: 3 }) }
      default:
        throw new Error(`${operator.name} is not known`)
    }
  }
}

/**
 * Returns the model with pictures as [1, channels, height, width] for input and output. `softmax` appends a softmax over the
 * channels, which some models leave to the caller.
 * @param {Buffer} tflite
 * @param {{ softmax: boolean }} options
 */
export function toOnnx(tflite, { softmax }) {
  const graph = readTflite(tflite)
  const conversion = new Conversion(graph)
  const { onnx, firsts, lasts } = conversion
  const [input = -1] = graph.inputs
  const [output = -1] = graph.outputs
  firsts.set(input, 'input')
  for (const operator of graph.operators) {
    const made = conversion.convert(operator)
    const [index = -1] = operator.outputs
    if (made.first !== undefined) firsts.set(index, made.first)
    if (made.last !== undefined) lasts.set(index, made.last)
  }
  const result = conversion.first(output)
  const name = onnx.node(softmax ? 'Softmax' : 'Identity', [result], softmax ? { axis: 1 } : {})
  const shape = (/** @type {number} */ index) => first(conversion.tensor(index).shape)
  return onnx.toBytes({ name: 'input', shape: shape(input) }, { name, shape: shape(output) })
}
