import { screen } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { image } from '../design/test/make'
import { ClosedDesign } from './closed-design'
import { designOf } from './test/make'
import { cleanup, render } from './test/render'

afterEach(cleanup)

const submitted = { ...designOf([image('photo')]), status: 'submitted' as const, effectImageUrl: null }
const drawing = { status: 'waiting' as const, error: null, ahead: 3, seconds: 40, pollMs: 3000 }

test('a submitted design whose link was switched off tells how far its picture is, or that there is none', () => {
  const { rerender } = render(<ClosedDesign design={{ ...submitted, drawing }} reason="链接已停用" />)
  screen.getByText(/效果图在排队：前面还有 3 个，大约 40 秒。定制编号现在就能用/)
  rerender(
    <ClosedDesign design={{ ...submitted, drawing: { ...drawing, status: 'failed', error: '坏了' } }} reason="链接已停用" />,
  )
  screen.getByText(/效果图没有生成，定制编号仍然有效/)
  rerender(<ClosedDesign design={{ ...submitted, drawing: null, effectImageUrl: '/files/a.jpg' }} reason="链接已停用" />)
  expect(screen.queryByRole('status')).toBeNull()
})
