/** Describes the contract as OpenAPI 3.1, for authors of other clients and servers. */
import { z } from 'zod'
import { type Access, type Contract, neededFor, type Schema } from '../../contract/core'
import { errorStatus } from '../../contract/errors'
import { listEndpoints, type RouteTable } from './mount'

type Json = Record<string, unknown>

const jsonSchema = (schema: Schema, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema as unknown as z.ZodType, { io, unrepresentable: 'any' }) as Json
  return rest
}

/** Parameters in paths and queries are text: a coerced one is described by the type that it becomes. */
function parameters(schema: Schema | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return []
  const input = jsonSchema(schema, 'input')
  const output = jsonSchema(schema, 'output')
  const inputProperties = (input.properties ?? {}) as Record<string, Json>
  const outputProperties = (output.properties ?? {}) as Record<string, Json>
  const required = new Set((input.required ?? []) as string[])
  return Object.keys(outputProperties).map((name) => ({
    name,
    in: location,
    required: location === 'path' || required.has(name),
    schema: Object.keys(inputProperties[name] ?? {}).some((key) => key !== 'default')
      ? inputProperties[name]
      : outputProperties[name],
  }))
}

const content = (schema: Json): Json => ({ 'application/json': { schema } })

/** A single permission is given by name, several as a list of alternatives; omitted where every signed-in user may call. */
function permissionOf(access: Exclude<Access, 'public'>): Json {
  const needed = neededFor(access)
  return needed === null ? {} : { 'x-permission': needed.length === 1 ? needed[0] : needed }
}

export function openApiDocument<C extends Contract>(contract: C, routes: RouteTable<C>): Json {
  const paths: Record<string, Json> = {}
  for (const { name, method, path, endpoint } of listEndpoints(contract, routes)) {
    const operation: Json = {
      operationId: name,
      tags: [name.split('.')[0]],
      parameters: [
        ...parameters(endpoint.params, 'path'),
        ...parameters(endpoint.query, 'query'),
        ...(endpoint.idempotent
          ? [
              {
                name: 'Idempotency-Key',
                in: 'header',
                required: endpoint.idempotent === true,
                schema: { type: 'string', minLength: 8, maxLength: 200 },
              },
            ]
          : []),
      ],
      ...(endpoint.body ? { requestBody: { required: true, content: content(jsonSchema(endpoint.body, 'input')) } } : {}),
      ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
      ...(endpoint.access === 'public' ? {} : permissionOf(endpoint.access)),
      responses: {
        200: { description: 'OK', content: content(jsonSchema(endpoint.res, 'output')) },
        default: { description: 'Error', content: content({ $ref: '#/components/schemas/Error' }) },
      },
    }
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kejiang admin API', version: '1' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['traceId', 'code', 'message'],
          properties: {
            traceId: { type: 'string' },
            code: { type: 'string', examples: Object.keys(errorStatus) },
            message: { type: 'string' },
            issues: {
              type: 'array',
              items: {
                type: 'object',
                required: ['path', 'code', 'message'],
                properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  }
}
