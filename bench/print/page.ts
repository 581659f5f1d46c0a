/** Makes a print of many layers with the product's printer and worker, and measures how long the page cannot respond. */
import { emptyDoc } from '../../design/model/create'
import { createPrinter, type PrintOptions } from '../../design/print/printer'
import { image } from '../../design/test/make'

const layers = Array.from({ length: 60 }, (_, i) =>
  image(`l${i}`, { imageUrl: '/flower.png', left: (i % 6) * 80, top: Math.floor(i / 6) * 100, rotation: i * 7 }),
)
const options: PrintOptions = { widthMm: 75, heightMm: 156.6, dpi: 600 }

Object.assign(window, {
  bench: {
    /** Returns the duration of the print and the longest time in which no timer of the page fired, in ms. */
    async stall() {
      const printer = createPrinter(() => new Worker('/print-worker.js'))
      let longest = 0
      let last = performance.now()
      const timer = setInterval(() => {
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      }, 4)
      const start = performance.now()
      await printer.print({ ...emptyDoc(), layers }, options)
      const took = performance.now() - start
      clearInterval(timer)
      printer.dispose()
      return { took, longest }
    },
  },
})
