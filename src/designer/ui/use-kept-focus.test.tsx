import { render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { useKeptFocus } from './use-kept-focus'

function Window({ hasButton }: { readonly hasButton: boolean }) {
  const root = useRef<HTMLDivElement>(null)
  useKeptFocus(root)
  return (
    <div ref={root} data-designer="" tabIndex={-1} data-testid="designer">
      {hasButton && <button type="button">修改这段文字</button>}
      <textarea aria-label="文字内容" />
    </div>
  )
}

test('the designer itself has the focus after the focused button is gone, and a field that has it keeps it', async () => {
  const { rerender } = render(<Window hasButton />)
  screen.getByRole('button').focus()
  rerender(<Window hasButton={false} />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('designer')))

  rerender(<Window hasButton />)
  screen.getByRole('textbox').focus()
  rerender(<Window hasButton={false} />)
  await Promise.resolve()
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
