import { expect, test } from 'vitest'
import { adoptMaintenance, maintenance } from './maintenance'

test('the words of a maintenance are shown until an answer has none', () => {
  adoptMaintenance(encodeURIComponent('系统升级中，约十分钟'))
  expect(maintenance.words).toBe('系统升级中，约十分钟')
  adoptMaintenance('100%')
  expect(maintenance.words).toBe('100%')
  adoptMaintenance(undefined)
  expect(maintenance.words).toBeNull()
})
