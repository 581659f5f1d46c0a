import { screen } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { Later, partOf } from './later'
import { cleanup, render } from './test/render'

afterEach(cleanup)

test('a part that takes the place of a loaded one is loaded, and takes nothing of it over', async () => {
  const first = partOf(async () => () => <p>甲</p>)
  const second = partOf(async () => () => <p>乙</p>)
  const { rerender } = render(<Later part={first} />)
  await screen.findByText('甲')
  rerender(<Later part={second} />)
  await screen.findByText('乙')
  expect(screen.queryByText('甲')).toBeNull()
})
