import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { authorizedShop } from '../../../contract/test/shops'
import { AuthorizationNotice } from './authorization-notice'

const ended = { nick: '晨曦', status: 'expired', expiresAt: null } as const

test('a shop with keys has a connection to update, and an authorized one an authorization to renew', () => {
  const shops = [
    authorizedShop({ id: 1, name: '淘宝店', authorization: ended }),
    authorizedShop({ id: 2, type: 'PINDUODUO', name: '拼多多店', authorization: ended }),
    authorizedShop({ id: 3, name: '好店' }),
  ]
  render(<AuthorizationNotice shops={shops} />)
  expect(screen.getByText(/淘宝店/).textContent).toBe('「淘宝店」的授权已过期，过期后不能同步订单和商品。去重新授权')
  expect(screen.getByText(/拼多多店/).textContent).toBe('「拼多多店」的连接已过期，到期后不能同步订单。去更新连接')
  expect(screen.queryByText(/好店/)).toBeNull()
})
