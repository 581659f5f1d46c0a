import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ProgressBar } from './progress-bar'

test('a progress bar has its name and its values, also after both have changed', () => {
  const { container, rerender } = render(<ProgressBar percent={25} label="下载甲的进度" />)
  const facts = () => {
    const bar = screen.getByRole('progressbar')
    return ['aria-label', 'aria-valuenow', 'aria-valuemin', 'aria-valuemax'].map((name) => bar.getAttribute(name))
  }
  expect(facts()).toEqual(['下载甲的进度', '25', '0', '100'])
  rerender(<ProgressBar percent={60} label="下载乙的进度" />)
  expect(facts()).toEqual(['下载乙的进度', '60', '0', '100'])
  expect(container.querySelectorAll('[aria-label]:not([role])')).toHaveLength(0)
})
