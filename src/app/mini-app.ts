import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { miniAppLogo, miniAppQuery } from '../api/queries/mini-app'
import { useApi } from '../api/services'
import logo from './logo.svg'
import { session } from './session-store'

export interface MiniAppBrand {
  readonly name: string
  readonly logoUrl: string
}

/** Name and logo that the shell shows while no shop provides those of its mini-app. */
export const productBrand: MiniAppBrand = { name: '壳匠', logoUrl: logo }

/** Returns name and logo of the shop's mini-app; the product's own where there is none, or it cannot be read. */
export function useMiniApp(): MiniAppBrand {
  const { account } = useSnapshot(session)
  const { data } = useQuery({ ...miniAppQuery(useApi()), enabled: account !== null })
  const app = data?.app
  if (!app || typeof app.name !== 'string' || app.name.trim() === '') return productBrand
  return { name: app.name, logoUrl: miniAppLogo(app) ?? productBrand.logoUrl }
}
