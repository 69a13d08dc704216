/** Gives each thing a name of its own: those that are called alike are numbered from 2. */
export const nameGiver = (): ((name: string) => string) => {
  const taken = new Map<string, number>()
  return (name) => {
    let [free, number] = [name, taken.get(name) ?? 1]
    while (taken.has(free)) free = `${name} (${++number})`
    taken.set(name, number).set(free, taken.get(free) ?? 1)
    return free
  }
}
