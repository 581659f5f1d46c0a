import { join } from 'node:path'

const factory = join(import.meta.dirname, '../../src/ui/arco-icon.ts')

/**
 * A loader for the modules of Arco's icons. Each of them carries the same kilobyte of code for its properties, and a first load has
 * thirty icons; this leaves their drawings, and takes the rest from `src/ui/arco-icon.ts`. Throws for a module of another form.
 *
 * @param {string} source
 */
export default function arcoIconLoader(source) {
  const className = /-icon-([\w-]+)"\)/.exec(source)?.[1]
  const displayName = /\.displayName = '(Icon\w+)'/.exec(source)?.[1]
  const drawing = /React\.createElement\("svg", _extends\((\{[\s\S]*?\}), props\), ([\s\S]*)\);\n\}\n\nvar Icon/.exec(source)
  if (!className || !displayName || !drawing) throw new Error('an icon of Arco has another form than its loader knows')
  const [, attributes, children] = drawing
  return `import React from 'react'
import { arcoIcon } from ${JSON.stringify(factory)}
export default /*#__PURE__*/ arcoIcon('${displayName}', '${className}', ${attributes}, ${children})
`
}
