import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Menu } from './menu'

function MenuAt({ onClose }: { readonly onClose: () => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <main>
      <button type="button" ref={setAnchor}>
        ⋯
      </button>
      {anchor && (
        <Menu anchor={anchor} label="操作" items={[{ key: 'delete', label: '删除', run: () => {} }]} onClose={onClose} />
      )}
    </main>
  )
}

test('a menu stays open over a scroll that ended before it opened, and closes when its button moves', () => {
  const onClose = vi.fn()
  render(<MenuAt onClose={onClose} />)
  fireEvent.scroll(document)
  expect(onClose).not.toHaveBeenCalled()
  screen.getByRole('button', { name: '⋯' }).getBoundingClientRect = () => DOMRect.fromRect({ y: -40 })
  fireEvent.scroll(document)
  expect(onClose).toHaveBeenCalledOnce()
})
