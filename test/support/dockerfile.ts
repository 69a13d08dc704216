/** Reads a Dockerfile, as far as this project uses the language. @see https://docs.docker.com/reference/dockerfile/ */

export interface Instruction {
  readonly name: string
  /** The options before the arguments, without dashes. */
  readonly options: Readonly<Record<string, string>>
  readonly rest: string
}

export interface Stage {
  readonly image: string
  readonly name: string | undefined
  readonly instructions: readonly Instruction[]
}

const readInstruction = (line: string): Instruction => {
  const [, name, flags, rest] = /^([A-Z]+)\s+((?:--[\w-]+(?:=\S+)?\s+)*)(.*)$/.exec(line) ?? []
  if (name === undefined || flags === undefined || rest === undefined)
    throw new Error(`Not an instruction of a Dockerfile: ${line}`)
  const options = [...flags.matchAll(/--([\w-]+)(?:=(\S+))?/g)].map(([, key, value]) => [key, value ?? ''] as const)
  return { name, options: Object.fromEntries(options), rest }
}

/** The stages, each with what comes after its `FROM`. */
export const readDockerfile = (text: string): readonly Stage[] => {
  const lines = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n/g, ' ')
  const stages: (Stage & { readonly instructions: Instruction[] })[] = []
  for (const line of lines.split('\n').filter((each) => each.trim() !== '')) {
    const instruction = readInstruction(line)
    if (instruction.name === 'FROM') {
      const [, image, name] = /^(\S+)(?: AS (\S+))?$/.exec(instruction.rest) ?? []
      if (image === undefined) throw new Error(`Not understood: ${line}`)
      stages.push({ image, name, instructions: [] })
    } else if (stages.length > 0) stages.at(-1)!.instructions.push(instruction)
    else throw new Error(`Before any stage: ${line}`)
  }
  return stages
}

/** The command of `CMD ["…"]` or `HEALTHCHECK … CMD ["…"]`; the form with a shell is refused: signals would end there. */
export const readCommand = (text: string): readonly string[] => {
  const command: unknown = JSON.parse(text.replace(/^CMD\s+/, ''))
  if (!Array.isArray(command)) throw new Error(`Not the form without a shell: ${text}`)
  return command.map(String)
}
