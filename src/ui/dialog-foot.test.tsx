import { readdirSync, readFileSync } from 'node:fs'
import { Button } from '@arco-design/web-react'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DialogFoot } from './dialog-foot'

const nothing = () => undefined

test('the way out stands before the acts, and is called by whether something is pending', () => {
  const { rerender } = render(
    <DialogFoot note="2 项" onCancel={nothing}>
      <Button>重试</Button>
      <Button type="primary">保存</Button>
    </DialogFoot>,
  )
  const names = () => screen.getAllByRole('button').map((button) => button.textContent)
  expect(names()).toEqual(['取消', '重试', '保存'])
  rerender(<DialogFoot onClose={nothing} />)
  expect(names()).toEqual(['关闭'])
})

/** Footers of dialogs that do not leave, so they have no way out: they are answered by one of their own words. */
const ownWords = [
  'src/app/failure-modal.tsx',
  'src/designer/ui/checks/save-question.tsx',
  'src/designer/ui/dialogs.tsx',
  'src/designer/ui/psd/layer-import-dialog.tsx',
  'src/features/orders/detail/order-drawer.tsx',
  'src/features/orders/detail/rendering-dialog.tsx',
  'src/features/wireframes/import/import-wizard.tsx',
  'src/template-tools/psd/ui/import-failure.tsx',
  'src/template-tools/psd/ui/template-import-wizard.tsx',
  'src/ui/upload-steps.tsx',
]

test('every other dialog takes its buttons from the one footer', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
    .map((path) => `src/${path}`)
  const found = sources.filter((path) => {
    const text = readFileSync(path, 'utf8')
    return /footer=\{(?!\s*(null|<DialogFoot))/.test(text)
  })
  expect(found.sort()).toEqual(ownWords)
})
