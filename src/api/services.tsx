import type { QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { Platform } from '../../adapters/platform'
import type { AppContract } from '../../contract/contract'
import type { Client } from '../../contract/core'

export type Api = Client<AppContract>

export interface Services {
  readonly api: Api
  readonly platform: Platform
}

/** What long work (base/tasks) works with. */
export interface TaskServices extends Services {
  readonly queries: QueryClient
}

const ServicesContext = createContext<Services | null>(null)

/** Gives the screens below it the admin API and the platform. */
export function ServicesProvider({ api, platform, children }: Services & { readonly children: ReactNode }) {
  return <ServicesContext value={{ api, platform }}>{children}</ServicesContext>
}

function useServices(): Services {
  const services = useContext(ServicesContext)
  if (services === null) throw new Error('no ServicesProvider above this component')
  return services
}

export const useApi = (): Api => useServices().api
export const usePlatform = (): Platform => useServices().platform
