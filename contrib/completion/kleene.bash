# Completion of kleene for bash. Options come from `kleene COMMAND --help`, so they are those of this version.
_kleene() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=
  ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]}
  if [[ -z $command ]]; then
    mapfile -t COMPREPLY < <(compgen -W "check validate run show fix batch cover --help --version --list-engines" -- "$word")
    return
  fi
  case $previous in
  --engine)
    mapfile -t COMPREPLY < <(compgen -W "auto $("${COMP_WORDS[0]}" --list-engines 2>/dev/null | cut -d' ' -f1)" -- "$word")
    return
    ;;
  --property)
    mapfile -t COMPREPLY < <(compgen -W "safety unreach-call no-overflow termination valid-memsafety valid-deref valid-free valid-memtrack valid-memcleanup def-behavior uninit no-data-race no-deadlock" -- "$word")
    return
    ;;
  --check)
    mapfile -t COMPREPLY < <(compgen -W "unsigned-overflow conversion pointer-overflow float-div-by-zero nan float-overflow" -- "$word")
    return
    ;;
  --data-model)
    mapfile -t COMPREPLY < <(compgen -W "ILP32 LP64" -- "$word")
    return
    ;;
  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" "$command" --help 2>/dev/null | grep -o -- '--[a-z][a-z-]*' | sort -u)" -- "$word")
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -F _kleene kleene
