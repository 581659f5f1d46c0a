import type { QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { Platform } from '../../adapters/platform'
import type { AppContract } from '../../contract/contract'
import type { Client } from '../../contract/core'
import type { Transport } from './transport'

export type Api = Client<AppContract>

/** The services for cutting out pictures: the admin API issues a ticket that names the cutout host. */
export interface CutoutService {
  /** Sends calls to the admin API. */
  readonly admin: Transport
  /** The session's bearer token; null when nobody is signed in. */
  bearer(): string | null
}

export interface Services {
  readonly api: Api
  readonly platform: Platform
  /** Absent where no server is available (a component on its own): then cutting out is not offered. */
  readonly cutout?: CutoutService | null
}

/** The services that tasks (base/tasks) use. */
export interface TaskServices extends Pick<Services, 'api' | 'platform'> {
  readonly queries: QueryClient
}

const ServicesContext = createContext<Services | null>(null)

/** Provides the admin API and the platform to the screens below it. */
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
