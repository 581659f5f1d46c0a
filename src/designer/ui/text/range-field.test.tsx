import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { RangeField } from './range-field'

/** A slider whose values are saved when the test says so. */
function Slow({ arrivals }: { readonly arrivals: (() => void)[] }) {
  const [value, setValue] = useState(0)
  const [next, setNext] = useState(0)
  const end = () =>
    new Promise<void>((resolve) => {
      arrivals.push(() => {
        setValue(next)
        resolve()
      })
    })
  return <RangeField label="字间距" value={value} min={0} max={100} step={1} show={String} onSlide={setNext} onEnd={end} />
}

test('a slider counts key presses that come faster than their values are saved', async () => {
  const arrivals: (() => void)[] = []
  render(<Slow arrivals={arrivals} />)
  const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: '字间距' })
  const tap = () => {
    fireEvent.keyDown(slider(), { key: 'ArrowRight' })
    fireEvent.change(slider(), { target: { value: String(Number(slider().value) + 1) } })
    fireEvent.keyUp(slider(), { key: 'ArrowRight' })
  }
  tap()
  tap()
  tap()
  expect(slider().value).toBe('3')
  await act(async () => arrivals[0]?.())
  // The first press is saved; the later ones still count.
  expect(slider().value).toBe('3')
  tap()
  expect(slider().value).toBe('4')
  await act(async () => {
    for (const arrive of arrivals.slice(1)) arrive()
  })
  expect(slider().value).toBe('4')
})
