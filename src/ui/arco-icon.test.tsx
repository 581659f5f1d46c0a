/** The icons of built pages are Arco's own: the loader leaves their drawings and changes nothing of their elements. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as react from 'react'
import { createElement, type FC } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import arcoIconLoader from '../../scripts/lib/arco-icon-loader.mjs'
import { arcoIcon } from './arco-icon'

const folder = join(import.meta.dirname, '../../node_modules/@arco-design/web-react/icon/react-icon')
const names = readdirSync(folder).filter((name) => name.startsWith('Icon'))

/** Runs the loader's module. */
function loaded(name: string): FC<object> {
  const source = arcoIconLoader(readFileSync(join(folder, name, 'index.js'), 'utf8'))
  const body = source.replace(/^import .*$/gm, '').replace('export default', 'return')
  return new Function('React', 'arcoIcon', body)(react, arcoIcon)
}

test('each icon is drawn as Arco draws it, with its classes and properties', async () => {
  const arco = (await import('@arco-design/web-react/icon')) as unknown as Readonly<Record<string, FC<object>>>
  expect(names.length).toBeGreaterThan(200)
  for (const name of names) {
    const own = loaded(name)
    for (const props of [{}, { spin: true, className: 'mark', style: { fontSize: 20 }, 'aria-hidden': false, fill: 'red' }])
      expect(renderToStaticMarkup(createElement(own, props)), name).toBe(
        renderToStaticMarkup(createElement(arco[name] as FC<object>, props)),
      )
  }
})

test('a module of another form is refused, so that no icon is lost silently', () => {
  expect(() => arcoIconLoader('export default 1')).toThrow('another form')
})
