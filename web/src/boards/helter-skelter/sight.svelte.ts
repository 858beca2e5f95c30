// Who is looking, as the map and its key show it.

class Sight {
  /** The character whose sight is shown; none if empty. */
  looker = $state('');
}

export const sight = new Sight();
