import type { QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { Platform } from '../../adapters/platform'
import type { AppContract } from '../../contract/contract'
import type { Client } from '../../contract/core'
import type { Transport } from './transport'

export type Api = Client<AppContract>

/** How pictures are cut out: the admin API gives a ticket that says where. */
export interface CutoutService {
  /** Carries calls to the admin API. */
  readonly admin: Transport
  /** The session's bearer token; null when nobody is signed in. */
  bearer(): string | null
}

export interface Services {
  readonly api: Api
  readonly platform: Platform
  /** Absent where there is nobody to ask (a component on its own): cutting out is not offered then. */
  readonly cutout?: CutoutService | null
}

/** What long work (base/tasks) works with. */
export interface TaskServices extends Pick<Services, 'api' | 'platform'> {
  readonly queries: QueryClient
}

const ServicesContext = createContext<Services | null>(null)

/** Gives the screens below it the admin API and the platform. */
export function ServicesProvider({ children, ...services }: Services & { readonly children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>
}

function useServices(): Services {
  const services = useContext(ServicesContext)
  if (services === null) throw new Error('no ServicesProvider above this component')
  return services
}

export const useApi = (): Api => useServices().api
export const usePlatform = (): Platform => useServices().platform
export const useCutoutService = (): CutoutService | null => useServices().cutout ?? null
